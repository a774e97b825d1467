"""Leads, follows and winners of Sheng Ji as bit tricks over copy planes."""
