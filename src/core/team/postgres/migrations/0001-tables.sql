-- What a team shares (docs/adr/0036). No foreign keys: only functions write, and checking one would lock the row of the scope with each
-- claim of every agent. Tables and inner functions lie in `sluice`, which agents cannot reach; what they may call
-- lies in `sluice_v1`. Whatever compares times takes them from `sluice.now_()`: a test turns that one.
create schema sluice;

create schema sluice_v1;

create function sluice.now_() returns timestamptz language sql volatile as 'select pg_catalog.clock_timestamp()';

-- What columns may hold. A domain is checked where its column is written; the checks of a table are read and planned anew with each
-- statement that writes any of it, which was a third of what a claim took.
create domain sluice.key as text check (length(value) between 1 and 300);

create domain sluice.short_text as text check (length(value) <= 200);

create domain sluice.long_text as text check (length(value) <= 1000);

create domain sluice.sha256 as bytea check (length(value) = 32);

create domain sluice.amount as bigint check (value >= 0);

create domain sluice.lease_kind as text check (value in ('place', 'role'));

create table sluice.team (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- The lowest protocol of agents that may still claim.
  oldest int not null default 1,
  -- Simultaneous uploads, and requests in any 60 s of which `reserve` are for people.
  places int not null default 10 check (places between 1 and 1000),
  per_minute int not null default 500 check (per_minute between 1 and 1000000),
  reserve int not null default 0 check (reserve >= 0),
  -- Whether the service counts requests by key or of all keys together.
  budget_of text not null default 'key' check (budget_of in ('key', 'team')),
  -- When what is here was last found to be older than what an agent remembers, and how often that was. `restoring`: nothing is claimed
  -- until the agents have told again what is missing, which is what came after `lost_since`.
  restored_at timestamptz,
  lost_since timestamptz,
  restores int not null default 0,
  restoring boolean not null default false,
  -- Makes the tokens by which an agent proves how many of its writes were acknowledged; no agent can read it.
  secret bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);

insert into sluice.team default values;

-- Service and principal, as a hash. `head` is the last number of the feed, given under this row's lock. `circle`: the keys of one
-- service, each of which may ask for what the others share. A scope itself lets ask for everything of its key, so no other key is ever
-- told it.
create table sluice.scopes (
  id int generated always as identity primary key,
  key sluice.key not null unique,
  circle sluice.short_text,
  head bigint not null default 0
) with (fillfactor = 50);

-- One row an agent, one lease a life (`incarnation`). `writes` numbers what it wrote: a repeated number gets the kept answer, a lower
-- one came too late, and fewer than the agent remembers means that this database is an older copy. `login`: the database user that joined
-- first; no other one may speak for this agent.
create table sluice.agents (
  id int generated always as identity primary key,
  agent uuid not null unique,
  login name not null,
  incarnation uuid not null,
  name sluice.short_text not null,
  person sluice.short_text,
  version sluice.short_text not null,
  protocol int not null,
  lease interval not null default '15 s',
  lease_until timestamptz not null default '-infinity',
  -- Uploads that wait or are under way there, by its own count.
  queue sluice.amount not null default 0,
  writes bigint not null default 0,
  answer jsonb,
  -- Responses to `together` that the agent has not acknowledged, by the write's number, so that each can be sent again: it may send the next
  -- write before it has the response to this one (docs/adr/0051).
  earlier jsonb,
  -- Up to which of the team's `restores` its claims are told again.
  replayed int not null default 0,
  joined_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- Who shall not send for now: an agent, or everybody (0). A table of its own, so that whoever pauses another locks none but their own row.
create table sluice.pauses (
  agent int primary key,
  by text not null check (length(by) <= 200),
  at timestamptz not null
);

create sequence sluice.epochs;

-- `proof` is of who named the slot or said that it landed: made and checked by machines with the key of the scope (docs/adr/0050).
-- `seq` is the place in the feed of what landed; null while it is being sent. `sender`: who sent it, where the document is somebody
-- else's by now. File names are told to the same key; to another only what is `shared`, to be seen by the whole organization.
create table sluice.claims (
  scope int not null,
  sha256 sluice.sha256 not null,
  size sluice.amount not null,
  agent int not null,
  upload uuid not null,
  epoch bigint not null,
  content_id sluice.short_text,
  proof sluice.short_text,
  seq bigint,
  replayed int not null default 0,
  at timestamptz not null,
  file_name sluice.long_text,
  shared boolean not null default false,
  sender int,
  primary key (scope, sha256)
);

create unique index claims_feed on sluice.claims (scope, seq) where seq is not null;

create index claims_open on sluice.claims (agent) where seq is null;

create index claims_named on sluice.claims (content_id) where content_id is not null;

-- Whose upload stands for a document that another one sent: it must not be deleted while one does.
create table sluice.holdings (
  scope int not null,
  sha256 bytea not null,
  agent int not null,
  upload uuid not null,
  replayed int not null default 0,
  primary key (scope, sha256, agent, upload)
);

-- Places for uploads ('1', '2', …) and roles. Held by a life as long as its lease holds.
create table sluice.leases (
  kind sluice.lease_kind not null,
  key sluice.key not null,
  agent int,
  incarnation uuid,
  token uuid,
  primary key (kind, key)
) with (fillfactor = 50);

create index leases_agent on sluice.leases (agent);

-- The request budget: one row a key, or one for all. `paced_at`: up to when the pace has been given away.
create table sluice.budgets (
  budget sluice.short_text primary key,
  held_until timestamptz not null default '-infinity',
  paced_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- One row a life, so that a restarted agent never overwrites what its former life may still have on its way. `granted_at`: when it last
-- got anything that was not for a person.
create table sluice.budget_lives (
  budget text not null,
  incarnation uuid not null,
  agent int not null,
  seq bigint not null default 0,
  answer jsonb,
  open int not null default 0,
  open_until timestamptz not null default '-infinity',
  want int not null default 0,
  priority int not null default 9,
  seen_at timestamptz not null default '-infinity',
  granted_at timestamptz not null default '-infinity',
  primary key (budget, incarnation)
) with (fillfactor = 50);

-- Requests that the service still counts. `silent`: guessed for a life that has not reported since.
create table sluice.budget_used (
  budget text not null,
  agent int not null,
  n int not null,
  free_at timestamptz not null,
  silent uuid
);

create index budget_used_free on sluice.budget_used (budget, free_at);

-- Of the team's settings; called by who set the database up.
create function sluice.configure(p_places int, p_per_minute int, p_reserve int, p_budget_of text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update sluice.team set places = p_places, per_minute = p_per_minute, reserve = p_reserve, budget_of = p_budget_of;
  insert into sluice.leases (kind, key) select 'place', i::text from generate_series(1, p_places) i on conflict do nothing;
  delete from sluice.leases where kind = 'place' and key::int > p_places;
end $$;

select sluice.configure(10, 500, 0, 'key');
