-- The upload whose bytes stand under the same name in place of these (W7). The document goes once no duplicate stands for it.
ALTER TABLE uploads ADD COLUMN replaced_by INTEGER;
