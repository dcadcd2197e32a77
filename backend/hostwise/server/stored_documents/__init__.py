"""Documents that an installation keeps: plans, price books, measured models, with revisions and quotas."""
