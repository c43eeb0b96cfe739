"""Where things stand: the topics of the last hours in the person's own words, and what the person has marked."""
