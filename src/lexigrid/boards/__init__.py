"""Roll boards from dice, find boards to a specification, optimize and prove them, share them.

Every search takes a seed. The same seed gives the same board on every machine.
"""
