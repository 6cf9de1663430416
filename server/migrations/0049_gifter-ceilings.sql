-- The top gifters of a side are found by an upper bound of their rank that seldom changes. The index of what they gave changed
-- with each gift, so each wrote a new row and new entries of all indexes. No statement could read it in order, because it had
-- its nulls last.
-- A generated column would rewrite the table while gifts wait. Existing rows get the highest bound instead: a side's gifters
-- are all read and sorted, as before, until their next gift.
-- Not breaking: the version before inserts the highest bound, and the trigger sets others at its next gift.
DROP INDEX "battle_gifters_top";
ALTER TABLE "battle_gifters" ADD COLUMN "ceiling" bigint DEFAULT 9007199254740991 NOT NULL;
ALTER TABLE "battle_gifters" ADD COLUMN "ceiling_tie" integer DEFAULT 0 NOT NULL;

create function raise_gifter_ceiling() returns trigger language plpgsql as $$
begin
  new.ceiling := least(2 * new.amount, 9007199254740991);
  new.ceiling_tie := 0;
  return new;
end $$;

create trigger battle_gifters_raise_ceiling before update on battle_gifters for each row
  when (new.amount > new.ceiling or old.ceiling = 9007199254740991) execute function raise_gifter_ceiling();
