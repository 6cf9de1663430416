-- Not breaking: the version before keeps learning without placements, and inserts vouches without saying whether the pair was
-- blocked.
ALTER TABLE "kept_learning" ADD COLUMN "placements" jsonb DEFAULT '[]'::jsonb NOT NULL;

ALTER TABLE "vouches" ADD COLUMN "was_blocked" boolean DEFAULT false NOT NULL;

-- Of blocks that still stand; those lifted before are not known any more.
update vouches v set was_blocked = true
where exists (select 1 from blocks b where b.blocker_id in (v.voucher_id, v.target_id)
                                       and b.blocked_id in (v.voucher_id, v.target_id)
                                       and b.blocked_at < v.vouched_at);
