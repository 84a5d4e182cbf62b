-- How many mails each mailbox got lately, so that nobody can flood it. A recipient is the SHA-256
-- of its address; rows are deleted once their window is over.
create table mail_counts (
  recipient bytea not null,
  kind text not null,
  seconds integer not null,
  used integer not null,
  ends_at timestamptz not null,
  primary key (recipient, kind, seconds)
);
create index mail_counts_by_end on mail_counts (ends_at);
