"""Performance history of the products that record it, reduced to what sizing needs in bounded memory."""
