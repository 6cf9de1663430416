-- Not breaking: the functions do what they did.
-- Where a plan is switched off, PostgreSQL before 18 counts it as very dear when there is no other. With LLVM installed, as
-- Debian does, it then compiles the statement each time: 22 ms for each transaction that moves Steeze.
do $$
declare
  steered regprocedure;
begin
  for steered in
    select oid from pg_proc
    where pronamespace = current_schema::regnamespace and array_to_string(proconfig, ' ') ~ '\menable_'
  loop
    execute format('alter function %s set jit = off', steered);
  end loop;
end $$;
