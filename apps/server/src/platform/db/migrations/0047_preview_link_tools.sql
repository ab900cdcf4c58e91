-- Whether visitors of a preview link may measure and compare (decision 0072). Earlier links keep the tools that they had. Later links
-- have them only if their creator has chosen so.

alter table preview_link add column allows_tools boolean not null default true;
alter table preview_link alter column allows_tools set default false;
