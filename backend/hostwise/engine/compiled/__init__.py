"""The graph in machine code, where a C compiler is at hand or was when the code was made.

NumPy stays the reference and computes wherever there is no code, or where it cannot take the inputs.
"""
