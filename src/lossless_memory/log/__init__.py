"""The truth: day files that only grow, and everything that opens, writes and checks them."""
