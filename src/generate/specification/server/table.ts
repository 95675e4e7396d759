/** The one table of PostgreSQL that holds the records of all collections, as JSON. */
export const recordsTable = `create table records (
  collection text not null,
  id text not null,
  at bigint generated always as identity,
  body jsonb not null,
  primary key (collection, id)
);
create index records_in_order on records (collection, at);
create index records_by_member on records using gin (body jsonb_path_ops);
create sequence record_numbers;
`;
