-- Printed from the catalogs by `npx vitest run apps/server/src/platform/db/database.test.ts -u`.

create table access_token (
  token_sha256 bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null
);

create table account (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  organization_id uuid not null,
  is_organization_administrator boolean default false not null,
  membership text default 'active'::text not null,
  disabled_at timestamp with time zone,
  deleted_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  telephone text,
  location text,
  license_number text,
  avatar text,
  accepts_order_sms boolean default false not null,
  accepts_order_email boolean default true not null,
  language text default 'en_US'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  two_factor_at timestamp with time zone,
  avatar_image_id uuid,
  interface_size text default 'medium'::text not null,
  teeth_numbering text default 'fdi'::text not null,
  time_zone text,
  password_changed_at timestamp with time zone,
  erased_at timestamp with time zone,
  must_change_password boolean default false not null,
  is_software boolean default false not null,
  is_banned boolean default false not null,
  is_deleted_by_platform boolean default false not null,
  mail_frequency text default 'at_once'::text not null,
  mail_zone text
);

create table api_key (
  id uuid not null,
  organization_id uuid not null,
  account_id uuid not null,
  session_id uuid,
  name text not null,
  start text not null,
  secret_sha256 bytea not null,
  scopes text[] not null,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_from text,
  revoked_at timestamp with time zone,
  revoked_by_name text,
  revoked_by uuid
);

create table api_key_link (
  code_sha256 bytea not null,
  api_key_id uuid not null,
  account_id uuid not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table attempt (
  subject text not null,
  times timestamp with time zone[] not null,
  was_admitted boolean not null,
  expires_at timestamp with time zone not null
);

create table attempt_count (
  subject text not null,
  window_start timestamp with time zone not null,
  count integer not null
);

create table audit (
  id bigint default nextval('audit_id_seq'::regclass) not null,
  at timestamp with time zone default clock_timestamp() not null,
  account_id uuid,
  account_name text default ''::text not null,
  organization_id uuid,
  action text not null,
  object_type text not null,
  object_id text not null,
  subject_organization_ids uuid[] default '{}'::uuid[] not null,
  address text default ''::text not null,
  request_id text default ''::text not null,
  detail jsonb default '{}'::jsonb not null
) partition by RANGE (at);

create table audit_check (
  id uuid not null,
  checked_at timestamp with time zone not null,
  checked_to bigint not null,
  broken_from bigint,
  broken_to bigint
);

create table audit_concern (
  concerned_id uuid not null,
  at timestamp with time zone not null,
  audit_id bigint not null
) partition by RANGE (at);

create table audit_seal (
  last_audit_id bigint not null,
  sealed_at timestamp with time zone default clock_timestamp() not null,
  rows integer not null,
  sha256 bytea not null
);

create table captcha (
  id uuid not null,
  purpose text not null,
  kind text not null,
  email text default ''::text not null,
  tries smallint default 0 not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table case_draft (
  id uuid not null,
  organization_id uuid not null,
  created_by uuid,
  patient_name text not null,
  type smallint not null,
  content jsonb not null,
  version integer not null,
  order_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table case_mail (
  account_id uuid not null,
  order_id uuid not null,
  mailed_at timestamp with time zone not null
);

create table design_review_step (
  id uuid not null,
  order_id uuid not null,
  lab_id uuid not null,
  kind text not null,
  version integer not null,
  at timestamp with time zone not null,
  account_id uuid,
  account_name text not null,
  organization_id uuid not null,
  organization_name text not null,
  note text not null,
  aspects jsonb,
  files jsonb not null
);

create table development_message (
  id uuid not null,
  kind text not null,
  sent_at timestamp with time zone default now() not null,
  recipient text not null,
  subject text default ''::text not null,
  body_text text not null,
  body_html text default ''::text not null,
  links text[] default '{}'::text[] not null
);

create table download_ticket (
  ticket_sha256 bytea not null,
  session_id uuid not null,
  order_id uuid not null,
  file_id uuid,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  expires_at timestamp with time zone not null
);

create table email_code (
  code_sha256 bytea not null,
  account_id uuid not null,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table email_undo (
  code_sha256 bytea not null,
  account_id uuid not null,
  email text not null,
  new_email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table erasure (
  id uuid not null,
  organization_id uuid not null,
  kind text not null,
  code text not null,
  patient_name text,
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  copies jsonb not null,
  undone_at timestamp with time zone,
  undone_by_name text,
  done_at timestamp with time zone,
  undone_by uuid
);

create table erasure_order (
  erasure_id uuid not null,
  order_id uuid not null,
  code text not null
);

create table idempotency_key (
  account_id uuid,
  key text not null,
  request_sha256 bytea not null,
  status smallint,
  reply text,
  created_at timestamp with time zone default now() not null
);

create table image (
  id uuid not null,
  purpose text not null,
  kind text not null,
  sha256 bytea not null,
  size_bytes integer not null,
  width_px integer not null,
  height_px integer not null,
  account_id uuid not null,
  organization_id uuid not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone
);

create table invitation (
  id uuid not null,
  kind text not null,
  organization_id uuid not null,
  inviter_account_id uuid,
  inviter_name text not null,
  email text,
  secret_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_account_id uuid,
  withdrawn_at timestamp with time zone
);

create table invitation_order (
  invitation_id uuid not null,
  order_id uuid not null,
  may_download boolean default false not null
);

create table lab_calendar (
  organization_id uuid not null,
  working_days smallint[] not null,
  holidays jsonb not null,
  usual_days jsonb not null,
  updated_at timestamp with time zone not null,
  cases_per_day smallint
);

create table lab_count_start (
  id smallint default 1 not null,
  at timestamp with time zone not null
);

create table lab_received_count (
  lab_id uuid not null,
  at timestamp with time zone not null,
  slot smallint not null,
  count integer not null
);

create table lab_shipped_count (
  lab_id uuid not null,
  at timestamp with time zone not null,
  type smallint not null,
  due_on date not null,
  slot smallint not null,
  count integer not null,
  seconds bigint not null
);

create table laboratory_requirements (
  organization_id uuid not null,
  requirements text[] not null,
  updated_at timestamp with time zone default now() not null
);

create table list_export (
  ticket_sha256 bytea not null,
  session_id uuid not null,
  list text not null,
  query jsonb not null,
  language text not null,
  zone text not null,
  created_at timestamp with time zone not null
);

create table mesh (
  key bytea not null,
  content_sha256 bytea not null,
  state text default 'waiting'::text not null,
  reason text,
  levels jsonb default '[]'::jsonb not null,
  facts jsonb,
  has_picture boolean default false not null,
  attempts smallint default 0 not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  version smallint default 1 not null
);

create table notification (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  order_id uuid,
  organization_id uuid not null,
  reason text,
  day date,
  count integer default 1 not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  work_order_id uuid
);

create table order_change (
  lab_id uuid not null,
  order_id uuid not null,
  transaction bigint default order_change_now() not null,
  place bigint default nextval('order_change_place'::regclass) not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  acknowledged_at timestamp with time zone
);

create table order_change_epoch (
  id smallint default 1 not null,
  ahead bigint default 0 not null
);

create table order_day_count (
  scope_id uuid not null,
  day date not null,
  upto integer[] default array_fill(0, ARRAY[96]) not null,
  by_type integer[] default array_fill(0, ARRAY[8]) not null,
  detail jsonb default '{}'::jsonb not null
);

create table order_event (
  id uuid not null,
  order_id uuid not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  from_status text,
  to_status text,
  account_id uuid,
  account_name text not null,
  organization_id uuid,
  organization_name text not null,
  note text default ''::text not null,
  reason text,
  delivery_on date,
  express_number text,
  lab_id uuid,
  technician_id uuid
);

create table order_file (
  id uuid not null,
  order_id uuid not null,
  organization_id uuid not null,
  account_id uuid not null,
  account_name text not null,
  party text not null,
  name text not null,
  role text not null,
  kind text,
  state text default 'announced'::text not null,
  refusal text,
  size_bytes bigint not null,
  received_bytes bigint default 0 not null,
  sha256 bytea,
  crc32 bigint,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  expires_at timestamp with time zone,
  removed_at timestamp with time zone,
  released_at timestamp with time zone,
  reused_from uuid,
  is_counted boolean default true not null,
  mesh_key bytea,
  unit text,
  progressed_at timestamp with time zone,
  upload_parts text
);

create table order_message (
  id uuid not null,
  order_id uuid not null,
  lab_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  question_id uuid,
  party text not null,
  account_id uuid not null,
  body text not null
);

create table order_message_image (
  message_id uuid not null,
  image_id uuid not null,
  place smallint not null
);

create table order_pin (
  id uuid not null,
  order_id uuid not null,
  lab_id uuid not null,
  number integer not null,
  message_id uuid,
  review_step_id uuid,
  aspect text,
  file_id uuid not null,
  file_sha256 bytea not null,
  place jsonb not null,
  note text not null,
  image_id uuid,
  resolved_at timestamp with time zone,
  resolver_id uuid
);

create table order_question (
  id uuid not null,
  order_id uuid not null,
  lab_id uuid not null,
  asked_by text not null,
  reason text not null,
  state text default 'open'::text not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  days_moved integer,
  delivery_on date
);

create table order_read (
  order_id uuid not null,
  account_id uuid not null,
  read_to timestamp with time zone not null
);

create table order_remake (
  order_id uuid not null,
  original_id uuid not null,
  clinic_id uuid not null,
  lab_id uuid not null,
  created_at timestamp with time zone not null,
  clinic_cause text not null,
  clinic_note text default ''::text not null,
  lab_cause text,
  lab_note text default ''::text not null,
  lab_noted_at timestamp with time zone
);

create table order_search (
  order_id uuid not null,
  clinic_id uuid not null,
  lab_id uuid,
  is_at_lab boolean not null,
  created_at timestamp with time zone not null,
  is_listed boolean not null,
  text text not null,
  pairs text[] not null
);

create table order_share (
  order_id uuid not null,
  account_id uuid not null,
  may_download boolean not null,
  shared_at timestamp with time zone default now() not null
);

create table order_share_address (
  order_id uuid not null,
  email text not null,
  may_download boolean not null,
  shared_at timestamp with time zone not null,
  shared_by uuid,
  account_id uuid
);

create table order_withdrawal (
  lab_id uuid not null,
  order_id uuid not null,
  order_created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone default now() not null
);

create table orders (
  id uuid not null,
  number text not null,
  clinic_id uuid not null,
  lab_id uuid,
  status text default 'scanned'::text not null,
  type smallint not null,
  version integer default 1 not null,
  patient_name text not null,
  doctor text default ''::text not null,
  scan_date date,
  delivery_on date,
  is_delivery_confirmed boolean default false not null,
  equipment_number text default ''::text not null,
  software_version text default ''::text not null,
  other_requirements text default ''::text not null,
  remark text default ''::text not null,
  sender_account_id uuid,
  sender_name text default ''::text not null,
  updater_name text default ''::text not null,
  operator text default ''::text not null,
  express_number text,
  carrier text default ''::text not null,
  tracking_note text default ''::text not null,
  send_waiting_lab_id uuid,
  send_waiting_account_id uuid,
  has_no_scans boolean default false not null,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  discarded_at timestamp with time zone,
  files_total integer default 0 not null,
  files_verified integer default 0 not null,
  bytes_total bigint default 0 not null,
  bytes_received bigint default 0 not null,
  search_text text,
  search_pairs text[],
  question_open_since timestamp with time zone,
  question_waits_for text,
  at_risk_on date,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  erased_at timestamp with time zone,
  picture_file_id uuid,
  work jsonb,
  technician_id uuid,
  proposed_on date,
  review_state text default 'none'::text not null,
  is_review_required boolean default false not null,
  updater_id uuid,
  operator_id uuid
);

create table org_status_slot (
  organization_id uuid not null,
  status text not null,
  count bigint not null,
  slot smallint default 0 not null
);

create table organization (
  id uuid not null,
  name text not null,
  name_key text not null,
  business_type smallint not null,
  registered_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  banned_at timestamp with time zone,
  deleted_at timestamp with time zone,
  address text default ''::text not null,
  contact_person text default ''::text not null,
  postal_code text default ''::text not null,
  office_phone text default ''::text not null,
  mobile_phone text default ''::text not null,
  email text default ''::text not null,
  license_number text default ''::text not null,
  about text default ''::text not null,
  website_url text default ''::text not null,
  terms text default ''::text not null,
  remark text default ''::text not null,
  auto_accepts_partners boolean default false not null,
  storage_quota_bytes bigint default '21474836480'::bigint not null,
  storage_used_bytes bigint default 0 not null,
  search_text text generated always as (lower(((name || ' '::text) || address))) stored,
  search_pairs text[] generated always as (text_pairs(((name || ' '::text) || address))) stored,
  requires_two_factor boolean default false not null,
  logo_image_id uuid,
  cover_image_ids uuid[] default '{}'::uuid[] not null,
  erased_at timestamp with time zone
);

create table outlet_state (
  name text not null,
  last_sent_at timestamp with time zone,
  failing_since timestamp with time zone,
  failure text
);

create table partnership (
  low_id uuid not null,
  high_id uuid not null,
  status text not null,
  requested_by uuid not null,
  message text default ''::text not null,
  requested_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone
);

create table passkey (
  id uuid not null,
  account_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);

create table patient_export (
  ticket_sha256 bytea not null,
  session_id uuid not null,
  organization_id uuid not null,
  order_ids uuid[] not null,
  created_at timestamp with time zone not null,
  draft_ids uuid[] default '{}'::uuid[] not null
);

create table platform_status_count (
  slot smallint not null,
  status text not null,
  count bigint not null
);

create table pontic_migration (
  name text not null,
  applied_at timestamp with time zone default now() not null
);

create table prescription (
  order_id uuid not null,
  body jsonb not null,
  updated_by uuid,
  updated_at timestamp with time zone default now() not null,
  more jsonb default '[]'::jsonb not null
);

create table prescription_preferences (
  account_id uuid,
  organization_id uuid,
  body jsonb not null,
  updated_at timestamp with time zone default now() not null
);

create table prescription_template (
  id uuid not null,
  organization_id uuid not null,
  account_id uuid not null,
  account_name text not null,
  is_shared boolean not null,
  name text not null,
  body jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  more jsonb default '[]'::jsonb not null
);

create table preview_link (
  id uuid not null,
  order_id uuid not null,
  organization_id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  views integer default 0 not null,
  file_ids uuid[],
  password_hash text,
  revoked_by uuid,
  allows_tools boolean default false not null
);

create table preview_link_view (
  id bigint generated always as identity not null,
  link_id uuid not null,
  viewed_at timestamp with time zone not null,
  network text not null,
  browser text not null,
  system text not null
);

create table pull_case (
  setting_id uuid not null,
  system text not null,
  source_id text not null,
  order_id uuid not null,
  taken_at timestamp with time zone not null
);

create table pull_item (
  id uuid not null,
  setting_id uuid not null,
  path text not null,
  state text not null,
  reason text,
  detail text default ''::text not null,
  fingerprint bytea not null,
  head_fingerprint bytea not null,
  system text,
  order_id uuid,
  first_seen_at timestamp with time zone not null,
  unchanged_since timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  upload_ids uuid[] default '{}'::uuid[] not null
);

create table pull_run (
  id uuid not null,
  setting_id uuid not null,
  cause text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  taken_count integer default 0 not null,
  waiting_count integer default 0 not null,
  refused_count integer default 0 not null,
  failure text
);

create table pull_setting (
  id uuid not null,
  name text not null,
  clinic_id uuid not null,
  kind text not null,
  address text not null,
  folder text not null,
  bucket text,
  region text,
  user_name text,
  host_fingerprint text,
  secrets bytea,
  secret_names text[] not null,
  format text not null,
  interval_minutes integer not null,
  is_enabled boolean not null,
  created_at timestamp with time zone not null,
  next_run_at timestamp with time zone not null,
  deleted_at timestamp with time zone
);

create table push_attempt (
  delivery_id uuid not null,
  place integer not null,
  at timestamp with time zone not null,
  took_ms integer not null,
  status integer,
  error text,
  error_params jsonb default '{}'::jsonb not null,
  answer text not null
);

create table push_delivery (
  id uuid not null,
  setting_id uuid not null,
  organization_id uuid,
  order_id uuid,
  order_event_id uuid,
  event text,
  state text not null,
  attempts integer default 0 not null,
  last_status integer,
  last_error text,
  last_error_params jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  retry_until timestamp with time zone not null,
  next_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table push_key (
  id smallint default 1 not null,
  public_key bytea not null,
  private_sealed bytea not null,
  created_at timestamp with time zone not null
);

create table push_setting (
  id uuid not null,
  name text not null,
  kind text not null,
  address text not null,
  folder text not null,
  bucket text,
  region text,
  user_name text,
  host_fingerprint text,
  secrets bytea,
  secret_names text[] not null,
  events text[] not null,
  format text not null,
  includes_files boolean not null,
  is_enabled boolean not null,
  switched_off_because text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  organization_id uuid
);

create table push_setting_organization (
  setting_id uuid not null,
  organization_id uuid not null
);

create table push_subscription (
  session_id uuid not null,
  account_id uuid not null,
  endpoint text not null,
  public_key bytea not null,
  secret bytea not null,
  created_at timestamp with time zone not null
);

create table recovery_code (
  account_id uuid not null,
  code_sha256 bytea not null,
  used_at timestamp with time zone
);

create table refresh_token (
  token_sha256 bytea not null,
  session_id uuid not null,
  parent_sha256 bytea,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  died_at timestamp with time zone
);

create table retention (
  scope_id uuid not null,
  years smallint not null,
  implant_years smallint not null,
  updated_at timestamp with time zone not null
);

create table saved_view (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table searched_account (
  id uuid not null,
  is_listed boolean not null,
  since timestamp with time zone not null,
  name text not null,
  text text not null,
  pairs text[] not null
);

create table searched_organization (
  id uuid not null,
  is_listed boolean not null,
  since timestamp with time zone not null,
  name text not null,
  text text not null,
  pairs text[] not null
);

create table session (
  id uuid not null,
  account_id uuid not null,
  is_remembered boolean not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_for text,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  authenticated_at timestamp with time zone
);

create table sign_in_challenge (
  token_sha256 bytea not null,
  purpose text not null,
  account_id uuid,
  challenge bytea not null,
  tries smallint default 0 not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table totp (
  account_id uuid not null,
  secret_encrypted bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null
);

create table typed_code (
  account_id uuid not null,
  purpose text not null,
  code_hmac bytea not null,
  target text not null,
  tries integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);

create table waiting_mail (
  id uuid not null,
  account_id uuid not null,
  order_id uuid not null,
  template text not null,
  params jsonb not null,
  language text not null,
  link text not null,
  created_at timestamp with time zone not null
);

create table work_order (
  id uuid not null,
  number text not null,
  organization_id uuid not null,
  submitter_id uuid not null,
  type_id uuid not null,
  priority text not null,
  title text not null,
  content text not null,
  request_number text,
  contact_phone text,
  image_id uuid,
  status text not null,
  operator_id uuid,
  version integer default 1 not null,
  submitted_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  processed_at timestamp with time zone,
  announced_at timestamp with time zone
);

create table work_order_operator (
  account_id uuid not null,
  created_at timestamp with time zone not null
);

create table work_order_read (
  work_order_id uuid not null,
  account_id uuid not null,
  read_to timestamp with time zone not null
);

create table work_order_record (
  id uuid not null,
  work_order_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  account_id uuid,
  side text not null,
  to_status text not null,
  operator_id uuid,
  body text default ''::text not null,
  image_id uuid
);

create table work_order_search (
  work_order_id uuid not null,
  text text not null,
  pairs text[] not null
);

create table work_order_type (
  id uuid not null,
  code text,
  name text not null,
  operator_id uuid,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone
);

alter table access_token add constraint access_token_pkey PRIMARY KEY (token_sha256);
alter table access_token add constraint access_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table account add constraint account_avatar_image_id_fkey FOREIGN KEY (avatar_image_id) REFERENCES image(id) ON DELETE SET NULL;
alter table account add constraint account_banned_check CHECK (((NOT is_banned) OR (disabled_at IS NOT NULL)));
alter table account add constraint account_email_check CHECK ((email = lower(email)));
alter table account add constraint account_email_key UNIQUE (email);
alter table account add constraint account_interface_size_check CHECK ((interface_size = ANY (ARRAY['small'::text, 'medium'::text, 'large'::text])));
alter table account add constraint account_mail_frequency CHECK ((mail_frequency = ANY (ARRAY['at_once'::text, 'hourly'::text, 'daily'::text])));
alter table account add constraint account_membership_check CHECK ((membership = ANY (ARRAY['active'::text, 'waiting'::text])));
alter table account add constraint account_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table account add constraint account_pkey PRIMARY KEY (id);
alter table account add constraint account_teeth_numbering_check CHECK ((teeth_numbering = ANY (ARRAY['fdi'::text, 'universal'::text, 'palmer'::text])));
alter table api_key add constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table api_key add constraint api_key_account_id_key UNIQUE (account_id);
alter table api_key add constraint api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL;
alter table api_key add constraint api_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table api_key add constraint api_key_pkey PRIMARY KEY (id);
alter table api_key add constraint api_key_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES account(id) ON DELETE SET NULL;
alter table api_key add constraint api_key_scopes_check CHECK ((cardinality(scopes) > 0));
alter table api_key add constraint api_key_secret_sha256_key UNIQUE (secret_sha256);
alter table api_key add constraint api_key_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE SET NULL;
alter table api_key add constraint api_key_session_id_key UNIQUE (session_id);
alter table api_key_link add constraint api_key_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table api_key_link add constraint api_key_link_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE;
alter table api_key_link add constraint api_key_link_pkey PRIMARY KEY (code_sha256);
alter table attempt add constraint attempt_pkey PRIMARY KEY (subject);
alter table attempt_count add constraint attempt_count_pkey PRIMARY KEY (subject, window_start);
alter table audit add constraint audit_pkey PRIMARY KEY (id, at);
alter table audit_check add constraint audit_check_pkey PRIMARY KEY (id);
alter table audit_concern add constraint audit_concern_pkey PRIMARY KEY (concerned_id, at, audit_id);
alter table audit_seal add constraint audit_seal_pkey PRIMARY KEY (last_audit_id);
alter table captcha add constraint captcha_kind_check CHECK ((kind = ANY (ARRAY['graphic'::text, 'mail'::text])));
alter table captcha add constraint captcha_pkey PRIMARY KEY (id);
alter table captcha add constraint captcha_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'availability'::text])));
alter table case_draft add constraint case_draft_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL;
alter table case_draft add constraint case_draft_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table case_draft add constraint case_draft_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table case_draft add constraint case_draft_pkey PRIMARY KEY (id);
alter table case_mail add constraint case_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table case_mail add constraint case_mail_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table case_mail add constraint case_mail_pkey PRIMARY KEY (account_id, order_id);
alter table design_review_step add constraint design_review_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
alter table design_review_step add constraint design_review_step_kind_check CHECK ((kind = ANY (ARRAY['requested'::text, 'files'::text, 'reopened'::text, 'withdrawn'::text, 'approved'::text, 'changes'::text, 'waived'::text])));
alter table design_review_step add constraint design_review_step_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table design_review_step add constraint design_review_step_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table design_review_step add constraint design_review_step_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table design_review_step add constraint design_review_step_pkey PRIMARY KEY (id);
alter table development_message add constraint development_message_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text])));
alter table development_message add constraint development_message_pkey PRIMARY KEY (id);
alter table download_ticket add constraint download_ticket_file_id_fkey FOREIGN KEY (file_id) REFERENCES order_file(id);
alter table download_ticket add constraint download_ticket_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table download_ticket add constraint download_ticket_pkey PRIMARY KEY (ticket_sha256);
alter table download_ticket add constraint download_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table email_code add constraint email_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table email_code add constraint email_code_pkey PRIMARY KEY (code_sha256);
alter table email_code add constraint email_code_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'modify_email'::text])));
alter table email_undo add constraint email_undo_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table email_undo add constraint email_undo_pkey PRIMARY KEY (code_sha256);
alter table erasure add constraint erasure_check CHECK (((done_at IS NULL) OR ((undone_at IS NULL) AND (patient_name IS NULL))));
alter table erasure add constraint erasure_code_key UNIQUE (code);
alter table erasure add constraint erasure_kind_check CHECK ((kind = ANY (ARRAY['patient'::text, 'retention'::text])));
alter table erasure add constraint erasure_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table erasure add constraint erasure_pkey PRIMARY KEY (id);
alter table erasure add constraint erasure_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES account(id) ON DELETE SET NULL;
alter table erasure add constraint erasure_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES account(id) ON DELETE SET NULL;
alter table erasure_order add constraint erasure_order_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES erasure(id) ON DELETE CASCADE;
alter table erasure_order add constraint erasure_order_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table erasure_order add constraint erasure_order_pkey PRIMARY KEY (erasure_id, order_id);
alter table idempotency_key add constraint idempotency_key_account UNIQUE NULLS NOT DISTINCT (account_id, key);
alter table idempotency_key add constraint idempotency_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table image add constraint image_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table image add constraint image_height_px_check CHECK ((height_px > 0));
alter table image add constraint image_kind_check CHECK ((kind = ANY (ARRAY['jpeg'::text, 'png'::text])));
alter table image add constraint image_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table image add constraint image_pkey PRIMARY KEY (id);
alter table image add constraint image_purpose_check CHECK ((purpose = ANY (ARRAY['avatar'::text, 'logo'::text, 'cover'::text, 'message'::text, 'workorder'::text])));
alter table image add constraint image_sha256_check CHECK ((octet_length(sha256) = 32));
alter table image add constraint image_size_bytes_check CHECK ((size_bytes > 0));
alter table image add constraint image_width_px_check CHECK ((width_px > 0));
alter table invitation add constraint invitation_accepted_account_id_fkey FOREIGN KEY (accepted_account_id) REFERENCES account(id) ON DELETE SET NULL;
alter table invitation add constraint invitation_check CHECK (((accepted_at IS NULL) OR (withdrawn_at IS NULL)));
alter table invitation add constraint invitation_email_check CHECK ((email = lower(email)));
alter table invitation add constraint invitation_inviter_account_id_fkey FOREIGN KEY (inviter_account_id) REFERENCES account(id) ON DELETE SET NULL;
alter table invitation add constraint invitation_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'person'::text, 'partner'::text])));
alter table invitation add constraint invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table invitation add constraint invitation_pkey PRIMARY KEY (id);
alter table invitation add constraint invitation_secret_sha256_key UNIQUE (secret_sha256);
alter table invitation_order add constraint invitation_order_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(id) ON DELETE CASCADE;
alter table invitation_order add constraint invitation_order_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table invitation_order add constraint invitation_order_pkey PRIMARY KEY (invitation_id, order_id);
alter table lab_calendar add constraint lab_calendar_cases_per_day_check CHECK (((cases_per_day >= 1) AND (cases_per_day <= 999)));
alter table lab_calendar add constraint lab_calendar_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table lab_calendar add constraint lab_calendar_pkey PRIMARY KEY (organization_id);
alter table lab_count_start add constraint lab_count_start_id_check CHECK ((id = 1));
alter table lab_count_start add constraint lab_count_start_pkey PRIMARY KEY (id);
alter table lab_received_count add constraint lab_received_count_pkey PRIMARY KEY (lab_id, at, slot);
alter table lab_shipped_count add constraint lab_shipped_count_pkey PRIMARY KEY (lab_id, at, type, due_on, slot);
alter table laboratory_requirements add constraint laboratory_requirements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table laboratory_requirements add constraint laboratory_requirements_pkey PRIMARY KEY (organization_id);
alter table list_export add constraint list_export_pkey PRIMARY KEY (ticket_sha256);
alter table list_export add constraint list_export_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table mesh add constraint mesh_check CHECK (((state = 'failed'::text) = (reason IS NOT NULL)));
alter table mesh add constraint mesh_content_sha256_check CHECK ((octet_length(content_sha256) = 32));
alter table mesh add constraint mesh_key_check CHECK ((octet_length(key) = 32));
alter table mesh add constraint mesh_pkey PRIMARY KEY (key);
alter table mesh add constraint mesh_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'coarse'::text, 'ready'::text, 'failed'::text])));
alter table notification add constraint notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table notification add constraint notification_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table notification add constraint notification_pkey PRIMARY KEY (id);
alter table notification add constraint notification_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id) ON DELETE CASCADE;
alter table order_change add constraint order_change_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_change add constraint order_change_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_change add constraint order_change_pkey PRIMARY KEY (lab_id, order_id);
alter table order_change_epoch add constraint order_change_epoch_id_check CHECK ((id = 1));
alter table order_change_epoch add constraint order_change_epoch_pkey PRIMARY KEY (id);
alter table order_day_count add constraint order_day_count_pkey PRIMARY KEY (scope_id, day);
alter table order_event add constraint order_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
alter table order_event add constraint order_event_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_event add constraint order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_event add constraint order_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table order_event add constraint order_event_pkey PRIMARY KEY (id);
alter table order_event add constraint order_event_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES account(id);
alter table order_file add constraint order_file_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
alter table order_file add constraint order_file_check CHECK (((received_bytes >= 0) AND (received_bytes <= size_bytes)));
alter table order_file add constraint order_file_check1 CHECK (((state = 'verified'::text) <= ((sha256 IS NOT NULL) AND (crc32 IS NOT NULL) AND (kind IS NOT NULL))));
alter table order_file add constraint order_file_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint)));
alter table order_file add constraint order_file_mesh_key_check CHECK ((octet_length(mesh_key) = 32));
alter table order_file add constraint order_file_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_file add constraint order_file_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table order_file add constraint order_file_party_check CHECK ((party = ANY (ARRAY['clinic'::text, 'lab'::text])));
alter table order_file add constraint order_file_pkey PRIMARY KEY (id);
alter table order_file add constraint order_file_reused_from_fkey FOREIGN KEY (reused_from) REFERENCES order_file(id);
alter table order_file add constraint order_file_sha256_check CHECK ((octet_length(sha256) = 32));
alter table order_file add constraint order_file_size_bytes_check CHECK ((size_bytes > 0));
alter table order_file add constraint order_file_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'uploading'::text, 'received'::text, 'verified'::text, 'refused'::text])));
alter table order_file add constraint order_file_unit_check CHECK ((unit = ANY (ARRAY['mm'::text, 'cm'::text, 'm'::text, 'inch'::text, 'um'::text])));
alter table order_message add constraint order_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
alter table order_message add constraint order_message_check CHECK (((kind = 'message'::text) = (question_id IS NULL)));
alter table order_message add constraint order_message_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'question'::text, 'answer'::text, 'withdrawal'::text])));
alter table order_message add constraint order_message_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_message add constraint order_message_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_message add constraint order_message_party_check CHECK ((party = ANY (ARRAY['clinic'::text, 'lab'::text])));
alter table order_message add constraint order_message_pkey PRIMARY KEY (id);
alter table order_message add constraint order_message_question_id_fkey FOREIGN KEY (question_id) REFERENCES order_question(id);
alter table order_message_image add constraint order_message_image_image_id_fkey FOREIGN KEY (image_id) REFERENCES image(id) ON DELETE CASCADE;
alter table order_message_image add constraint order_message_image_image_id_key UNIQUE (image_id);
alter table order_message_image add constraint order_message_image_message_id_fkey FOREIGN KEY (message_id) REFERENCES order_message(id) ON DELETE CASCADE;
alter table order_message_image add constraint order_message_image_pkey PRIMARY KEY (message_id, image_id);
alter table order_pin add constraint order_pin_aspect CHECK (((review_step_id IS NULL) = (aspect IS NULL)));
alter table order_pin add constraint order_pin_aspect_check CHECK ((aspect = ANY (ARRAY['margin'::text, 'contacts'::text, 'occlusion'::text, 'shape'::text, 'shade'::text, 'insertion'::text])));
alter table order_pin add constraint order_pin_file_id_fkey FOREIGN KEY (file_id) REFERENCES order_file(id);
alter table order_pin add constraint order_pin_image_id_fkey FOREIGN KEY (image_id) REFERENCES image(id) ON DELETE SET NULL;
alter table order_pin add constraint order_pin_image_id_key UNIQUE (image_id);
alter table order_pin add constraint order_pin_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_pin add constraint order_pin_message_id_fkey FOREIGN KEY (message_id) REFERENCES order_message(id) ON DELETE CASCADE;
alter table order_pin add constraint order_pin_number UNIQUE (order_id, number);
alter table order_pin add constraint order_pin_number_check CHECK ((number > 0));
alter table order_pin add constraint order_pin_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_pin add constraint order_pin_owner CHECK (((message_id IS NULL) <> (review_step_id IS NULL)));
alter table order_pin add constraint order_pin_pkey PRIMARY KEY (id);
alter table order_pin add constraint order_pin_resolved CHECK (((resolved_at IS NULL) = (resolver_id IS NULL)));
alter table order_pin add constraint order_pin_resolver_id_fkey FOREIGN KEY (resolver_id) REFERENCES account(id);
alter table order_pin add constraint order_pin_review_step_id_fkey FOREIGN KEY (review_step_id) REFERENCES design_review_step(id);
alter table order_question add constraint order_question_asked_by_check CHECK ((asked_by = ANY (ARRAY['clinic'::text, 'lab'::text])));
alter table order_question add constraint order_question_check CHECK (((state = 'open'::text) = (ended_at IS NULL)));
alter table order_question add constraint order_question_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_question add constraint order_question_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_question add constraint order_question_pkey PRIMARY KEY (id);
alter table order_question add constraint order_question_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'withdrawn'::text, 'lapsed'::text])));
alter table order_read add constraint order_read_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table order_read add constraint order_read_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_read add constraint order_read_pkey PRIMARY KEY (order_id, account_id);
alter table order_remake add constraint order_remake_check CHECK (((lab_cause IS NULL) = (lab_noted_at IS NULL)));
alter table order_remake add constraint order_remake_clinic_cause_check CHECK ((clinic_cause = ANY (ARRAY['scan'::text, 'clinic'::text, 'patient'::text, 'design'::text, 'lab'::text, 'other'::text])));
alter table order_remake add constraint order_remake_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES organization(id);
alter table order_remake add constraint order_remake_lab_cause_check CHECK ((lab_cause = ANY (ARRAY['scan'::text, 'clinic'::text, 'patient'::text, 'design'::text, 'lab'::text, 'other'::text])));
alter table order_remake add constraint order_remake_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_remake add constraint order_remake_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_remake add constraint order_remake_original_id_fkey FOREIGN KEY (original_id) REFERENCES orders(id);
alter table order_remake add constraint order_remake_pkey PRIMARY KEY (order_id);
alter table order_search add constraint order_search_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_search add constraint order_search_pkey PRIMARY KEY (order_id);
alter table order_share add constraint order_share_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table order_share add constraint order_share_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_share add constraint order_share_pkey PRIMARY KEY (order_id, account_id);
alter table order_share_address add constraint order_share_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL;
alter table order_share_address add constraint order_share_address_email_check CHECK ((email = lower(email)));
alter table order_share_address add constraint order_share_address_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_share_address add constraint order_share_address_pkey PRIMARY KEY (order_id, email);
alter table order_share_address add constraint order_share_address_shared_by_fkey FOREIGN KEY (shared_by) REFERENCES account(id) ON DELETE SET NULL;
alter table order_withdrawal add constraint order_withdrawal_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table order_withdrawal add constraint order_withdrawal_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table order_withdrawal add constraint order_withdrawal_pkey PRIMARY KEY (lab_id, order_id);
alter table orders add constraint orders_bytes_received_check CHECK ((bytes_received >= 0));
alter table orders add constraint orders_bytes_total_check CHECK ((bytes_total >= 0));
alter table orders add constraint orders_check CHECK (((files_verified >= 0) AND (files_verified <= files_total)));
alter table orders add constraint orders_check1 CHECK (((status = ANY (ARRAY['scanned'::text, 'uploaded'::text])) OR (lab_id IS NOT NULL)));
alter table orders add constraint orders_check3 CHECK (((discarded_at IS NULL) OR (deleted_at IS NOT NULL) OR (status = ANY (ARRAY['scanned'::text, 'uploaded'::text, 'rejected'::text]))));
alter table orders add constraint orders_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES organization(id);
alter table orders add constraint orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id);
alter table orders add constraint orders_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES account(id);
alter table orders add constraint orders_deleted_check CHECK (((deleted_at IS NULL) OR (discarded_at IS NOT NULL)));
alter table orders add constraint orders_files_total_check CHECK ((files_total >= 0));
alter table orders add constraint orders_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES organization(id);
alter table orders add constraint orders_number_key UNIQUE (number);
alter table orders add constraint orders_patient_name_check CHECK ((patient_name <> ''::text));
alter table orders add constraint orders_pkey PRIMARY KEY (id);
alter table orders add constraint orders_question_check CHECK (((question_open_since IS NULL) = (question_waits_for IS NULL)));
alter table orders add constraint orders_question_waits_for_check CHECK ((question_waits_for = ANY (ARRAY['clinic'::text, 'lab'::text])));
alter table orders add constraint orders_review_state CHECK ((review_state = ANY (ARRAY['none'::text, 'requested'::text, 'changes_asked'::text, 'approved'::text])));
alter table orders add constraint orders_send_waiting_account_id_fkey FOREIGN KEY (send_waiting_account_id) REFERENCES account(id);
alter table orders add constraint orders_send_waiting_check CHECK (((send_waiting_lab_id IS NULL) OR (status = ANY (ARRAY['scanned'::text, 'uploaded'::text, 'rejected'::text]))));
alter table orders add constraint orders_send_waiting_lab_id_fkey FOREIGN KEY (send_waiting_lab_id) REFERENCES organization(id);
alter table orders add constraint orders_sender_account_id_fkey FOREIGN KEY (sender_account_id) REFERENCES account(id);
alter table orders add constraint orders_status_check CHECK ((status = ANY (ARRAY['scanned'::text, 'uploaded'::text, 'pending'::text, 'accepted'::text, 'shipped'::text, 'completed'::text, 'rejected'::text])));
alter table orders add constraint orders_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES account(id);
alter table orders add constraint orders_type_check CHECK ((type = ANY (ARRAY[0, 1, 2, 7])));
alter table org_status_slot add constraint org_status_slot_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table org_status_slot add constraint org_status_slot_pkey PRIMARY KEY (organization_id, status, slot);
alter table organization add constraint organization_business_type_check CHECK ((business_type = ANY (ARRAY[255, 1, 2, 3])));
alter table organization add constraint organization_cover_image_ids_check CHECK ((cardinality(cover_image_ids) <= 6));
alter table organization add constraint organization_logo_image_id_fkey FOREIGN KEY (logo_image_id) REFERENCES image(id) ON DELETE SET NULL;
alter table organization add constraint organization_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 100)));
alter table organization add constraint organization_name_key_key UNIQUE (name_key);
alter table organization add constraint organization_pkey PRIMARY KEY (id);
alter table organization add constraint organization_storage_quota_bytes_check CHECK ((storage_quota_bytes >= 0));
alter table organization add constraint organization_storage_used_bytes_check CHECK ((storage_used_bytes >= 0));
alter table outlet_state add constraint outlet_state_pkey PRIMARY KEY (name);
alter table partnership add constraint partnership_check CHECK ((low_id < high_id));
alter table partnership add constraint partnership_check1 CHECK (((requested_by = low_id) OR (requested_by = high_id)));
alter table partnership add constraint partnership_check2 CHECK (((status = 'partner'::text) = (decided_at IS NOT NULL)));
alter table partnership add constraint partnership_high_id_fkey FOREIGN KEY (high_id) REFERENCES organization(id);
alter table partnership add constraint partnership_low_id_fkey FOREIGN KEY (low_id) REFERENCES organization(id);
alter table partnership add constraint partnership_pkey PRIMARY KEY (low_id, high_id);
alter table partnership add constraint partnership_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES organization(id);
alter table partnership add constraint partnership_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'partner'::text])));
alter table passkey add constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table passkey add constraint passkey_credential_id_key UNIQUE (credential_id);
alter table passkey add constraint passkey_pkey PRIMARY KEY (id);
alter table patient_export add constraint patient_export_pkey PRIMARY KEY (ticket_sha256);
alter table patient_export add constraint patient_export_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table platform_status_count add constraint platform_status_count_pkey PRIMARY KEY (slot, status);
alter table pontic_migration add constraint pontic_migration_pkey PRIMARY KEY (name);
alter table prescription add constraint prescription_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table prescription add constraint prescription_pkey PRIMARY KEY (order_id);
alter table prescription add constraint prescription_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES account(id) ON DELETE SET NULL;
alter table prescription_preferences add constraint prescription_preferences_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table prescription_preferences add constraint prescription_preferences_account_id_key UNIQUE (account_id);
alter table prescription_preferences add constraint prescription_preferences_check CHECK ((num_nonnulls(account_id, organization_id) = 1));
alter table prescription_preferences add constraint prescription_preferences_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table prescription_preferences add constraint prescription_preferences_organization_id_key UNIQUE (organization_id);
alter table prescription_template add constraint prescription_template_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table prescription_template add constraint prescription_template_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table prescription_template add constraint prescription_template_pkey PRIMARY KEY (id);
alter table preview_link add constraint preview_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id);
alter table preview_link add constraint preview_link_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
alter table preview_link add constraint preview_link_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table preview_link add constraint preview_link_pkey PRIMARY KEY (id);
alter table preview_link add constraint preview_link_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES account(id) ON DELETE SET NULL;
alter table preview_link_view add constraint preview_link_view_link_id_fkey FOREIGN KEY (link_id) REFERENCES preview_link(id) ON DELETE CASCADE;
alter table preview_link_view add constraint preview_link_view_pkey PRIMARY KEY (id);
alter table pull_case add constraint pull_case_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table pull_case add constraint pull_case_pkey PRIMARY KEY (setting_id, system, source_id);
alter table pull_case add constraint pull_case_setting_id_fkey FOREIGN KEY (setting_id) REFERENCES pull_setting(id) ON DELETE CASCADE;
alter table pull_case add constraint pull_case_source_id_check CHECK (((char_length(source_id) >= 1) AND (char_length(source_id) <= 120)));
alter table pull_item add constraint pull_item_check CHECK (((state = 'taken'::text) = (reason IS NULL)));
alter table pull_item add constraint pull_item_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL;
alter table pull_item add constraint pull_item_pkey PRIMARY KEY (id);
alter table pull_item add constraint pull_item_setting_id_fkey FOREIGN KEY (setting_id) REFERENCES pull_setting(id) ON DELETE CASCADE;
alter table pull_item add constraint pull_item_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'taken'::text, 'refused'::text])));
alter table pull_run add constraint pull_run_cause_check CHECK ((cause = ANY (ARRAY['interval'::text, 'demand'::text, 'look'::text])));
alter table pull_run add constraint pull_run_pkey PRIMARY KEY (id);
alter table pull_run add constraint pull_run_setting_id_fkey FOREIGN KEY (setting_id) REFERENCES pull_setting(id) ON DELETE CASCADE;
alter table pull_setting add constraint pull_setting_check CHECK (((is_enabled = false) OR (deleted_at IS NULL)));
alter table pull_setting add constraint pull_setting_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table pull_setting add constraint pull_setting_interval_minutes_check CHECK (((interval_minutes >= 1) AND (interval_minutes <= 10080)));
alter table pull_setting add constraint pull_setting_kind_check CHECK ((kind = ANY (ARRAY['sftp'::text, 's3'::text, 'https'::text, 'folder'::text])));
alter table pull_setting add constraint pull_setting_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 60)));
alter table pull_setting add constraint pull_setting_pkey PRIMARY KEY (id);
alter table push_attempt add constraint push_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES push_delivery(id) ON DELETE CASCADE;
alter table push_attempt add constraint push_attempt_pkey PRIMARY KEY (delivery_id, place);
alter table push_delivery add constraint push_delivery_check CHECK (((state = 'waiting'::text) = (next_at IS NOT NULL)));
alter table push_delivery add constraint push_delivery_check1 CHECK (((state = 'waiting'::text) = (ended_at IS NULL)));
alter table push_delivery add constraint push_delivery_check2 CHECK ((((organization_id IS NULL) = (event IS NULL)) AND ((order_id IS NULL) = (event IS NULL)) AND ((order_event_id IS NULL) = (event IS NULL))));
alter table push_delivery add constraint push_delivery_order_event_id_fkey FOREIGN KEY (order_event_id) REFERENCES order_event(id) ON DELETE CASCADE;
alter table push_delivery add constraint push_delivery_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table push_delivery add constraint push_delivery_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table push_delivery add constraint push_delivery_pkey PRIMARY KEY (id);
alter table push_delivery add constraint push_delivery_setting_id_fkey FOREIGN KEY (setting_id) REFERENCES push_setting(id) ON DELETE CASCADE;
alter table push_delivery add constraint push_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'dropped'::text])));
alter table push_key add constraint push_key_id_check CHECK ((id = 1));
alter table push_key add constraint push_key_pkey PRIMARY KEY (id);
alter table push_setting add constraint push_setting_check CHECK (((is_enabled = false) OR ((switched_off_because IS NULL) AND (deleted_at IS NULL))));
alter table push_setting add constraint push_setting_events_check CHECK ((cardinality(events) > 0));
alter table push_setting add constraint push_setting_format_check CHECK ((format = ANY (ARRAY['pontic'::text, 'exocad'::text, 'fhir'::text, 'files'::text])));
alter table push_setting add constraint push_setting_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'sftp'::text, 's3'::text, 'folder'::text])));
alter table push_setting add constraint push_setting_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 60)));
alter table push_setting add constraint push_setting_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table push_setting add constraint push_setting_own_kind CHECK (((organization_id IS NULL) OR (kind <> 'folder'::text)));
alter table push_setting add constraint push_setting_pkey PRIMARY KEY (id);
alter table push_setting add constraint push_setting_switched_off_because_check CHECK ((switched_off_because = ANY (ARRAY['gone'::text, 'platform'::text])));
alter table push_setting_organization add constraint push_setting_organization_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table push_setting_organization add constraint push_setting_organization_pkey PRIMARY KEY (organization_id, setting_id);
alter table push_setting_organization add constraint push_setting_organization_setting_id_fkey FOREIGN KEY (setting_id) REFERENCES push_setting(id) ON DELETE CASCADE;
alter table push_subscription add constraint push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table push_subscription add constraint push_subscription_endpoint_key UNIQUE (endpoint);
alter table push_subscription add constraint push_subscription_pkey PRIMARY KEY (session_id);
alter table push_subscription add constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_pkey PRIMARY KEY (account_id, code_sha256);
alter table refresh_token add constraint refresh_token_pkey PRIMARY KEY (token_sha256);
alter table refresh_token add constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table retention add constraint retention_implant_years_check CHECK (((implant_years >= 1) AND (implant_years <= 100)));
alter table retention add constraint retention_pkey PRIMARY KEY (scope_id);
alter table retention add constraint retention_years_check CHECK (((years >= 1) AND (years <= 100)));
alter table saved_view add constraint saved_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table saved_view add constraint saved_view_pkey PRIMARY KEY (id);
alter table searched_account add constraint searched_account_id_fkey FOREIGN KEY (id) REFERENCES account(id) ON DELETE CASCADE;
alter table searched_account add constraint searched_account_pkey PRIMARY KEY (id);
alter table searched_organization add constraint searched_organization_id_fkey FOREIGN KEY (id) REFERENCES organization(id) ON DELETE CASCADE;
alter table searched_organization add constraint searched_organization_pkey PRIMARY KEY (id);
alter table session add constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_revoked_for_check CHECK ((revoked_for = ANY (ARRAY['logout'::text, 'reuse'::text, 'password'::text, 'disabled'::text, 'expired'::text, 'two_factor'::text, 'email_undo'::text])));
alter table sign_in_challenge add constraint sign_in_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table sign_in_challenge add constraint sign_in_challenge_check CHECK (((purpose = 'passkey'::text) = (account_id IS NULL)));
alter table sign_in_challenge add constraint sign_in_challenge_pkey PRIMARY KEY (token_sha256);
alter table sign_in_challenge add constraint sign_in_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['mfa'::text, 'passkey'::text, 'register'::text])));
alter table totp add constraint totp_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table totp add constraint totp_pkey PRIMARY KEY (account_id);
alter table typed_code add constraint typed_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table typed_code add constraint typed_code_pkey PRIMARY KEY (account_id, purpose);
alter table typed_code add constraint typed_code_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'mobile'::text])));
alter table waiting_mail add constraint waiting_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table waiting_mail add constraint waiting_mail_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table waiting_mail add constraint waiting_mail_pkey PRIMARY KEY (id);
alter table work_order add constraint work_order_check CHECK (((status <> 'submitted'::text) OR (operator_id IS NULL)));
alter table work_order add constraint work_order_image_id_fkey FOREIGN KEY (image_id) REFERENCES image(id) ON DELETE SET NULL;
alter table work_order add constraint work_order_image_id_key UNIQUE (image_id);
alter table work_order add constraint work_order_number_key UNIQUE (number);
alter table work_order add constraint work_order_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES account(id);
alter table work_order add constraint work_order_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);
alter table work_order add constraint work_order_pkey PRIMARY KEY (id);
alter table work_order add constraint work_order_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'important'::text, 'critical'::text])));
alter table work_order add constraint work_order_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'assigned'::text, 'in_progress'::text, 'processed'::text, 'resolved'::text, 'unresolved'::text, 'closed'::text])));
alter table work_order add constraint work_order_submitter_id_fkey FOREIGN KEY (submitter_id) REFERENCES account(id);
alter table work_order add constraint work_order_type_id_fkey FOREIGN KEY (type_id) REFERENCES work_order_type(id);
alter table work_order add constraint work_order_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES account(id);
alter table work_order_operator add constraint work_order_operator_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table work_order_operator add constraint work_order_operator_pkey PRIMARY KEY (account_id);
alter table work_order_read add constraint work_order_read_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table work_order_read add constraint work_order_read_pkey PRIMARY KEY (work_order_id, account_id);
alter table work_order_read add constraint work_order_read_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id) ON DELETE CASCADE;
alter table work_order_record add constraint work_order_record_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);
alter table work_order_record add constraint work_order_record_image_id_fkey FOREIGN KEY (image_id) REFERENCES image(id) ON DELETE SET NULL;
alter table work_order_record add constraint work_order_record_image_id_key UNIQUE (image_id);
alter table work_order_record add constraint work_order_record_kind_check CHECK ((kind = ANY (ARRAY['submit'::text, 'assign'::text, 'release'::text, 'reply'::text, 'processed'::text, 'announce'::text, 'resolved'::text, 'unresolved'::text, 'close'::text])));
alter table work_order_record add constraint work_order_record_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES account(id);
alter table work_order_record add constraint work_order_record_pkey PRIMARY KEY (id);
alter table work_order_record add constraint work_order_record_side_check CHECK ((side = ANY (ARRAY['submitter'::text, 'platform'::text])));
alter table work_order_record add constraint work_order_record_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id) ON DELETE CASCADE;
alter table work_order_search add constraint work_order_search_pkey PRIMARY KEY (work_order_id);
alter table work_order_search add constraint work_order_search_work_order_id_fkey FOREIGN KEY (work_order_id) REFERENCES work_order(id) ON DELETE CASCADE;
alter table work_order_type add constraint work_order_type_code_check CHECK ((code = ANY (ARRAY['system_issue'::text, 'ui_issue'::text, 'test_work_order_type'::text, 'test_type'::text])));
alter table work_order_type add constraint work_order_type_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 50)));
alter table work_order_type add constraint work_order_type_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES work_order_operator(account_id) ON DELETE SET NULL;
alter table work_order_type add constraint work_order_type_pkey PRIMARY KEY (id);

CREATE INDEX access_token_expires ON public.access_token USING btree (expires_at);
CREATE INDEX access_token_session ON public.access_token USING btree (session_id);
CREATE INDEX account_banned ON public.account USING btree (lower(name), id) WHERE is_banned;
CREATE INDEX account_by_name ON public.account USING btree (lower(name), id) WHERE ((deleted_at IS NULL) AND (NOT is_software));
CREATE INDEX account_closed ON public.account USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX account_created ON public.account USING btree (created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (NOT is_software));
CREATE INDEX account_deleted_by_name ON public.account USING btree (lower(name), id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX account_disabled ON public.account USING btree (lower(name), id) WHERE (disabled_at IS NOT NULL);
CREATE INDEX account_invited ON public.account USING btree (lower(name), id) WHERE ((password_hash = '!'::text) AND (email_verified_at IS NULL));
CREATE INDEX account_listed_organization ON public.account USING btree (organization_id) WHERE ((deleted_at IS NULL) AND (NOT is_software));
CREATE INDEX account_organization ON public.account USING btree (organization_id);
CREATE INDEX account_unverified ON public.account USING btree (lower(name), id) WHERE (email_verified_at IS NULL);
CREATE INDEX account_waiting ON public.account USING btree (organization_id, created_at, id) WHERE ((membership = 'waiting'::text) AND (deleted_at IS NULL));
CREATE INDEX account_waiting_by_name ON public.account USING btree (lower(name), id) WHERE ((membership = 'waiting'::text) AND (deleted_at IS NULL));
CREATE INDEX api_key_link_account ON public.api_key_link USING btree (account_id);
CREATE INDEX api_key_link_expires ON public.api_key_link USING btree (expires_at);
CREATE INDEX api_key_link_key ON public.api_key_link USING btree (api_key_id);
CREATE INDEX api_key_maker ON public.api_key USING btree (created_by) WHERE (revoked_at IS NULL);
CREATE INDEX api_key_organization ON public.api_key USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX attempt_count_window ON public.attempt_count USING btree (window_start);
CREATE INDEX audit_account ON ONLY public.audit USING btree (account_id, at DESC, id DESC);
CREATE INDEX audit_action ON ONLY public.audit USING btree (action, at DESC, id DESC);
CREATE INDEX audit_at ON ONLY public.audit USING btree (at DESC, id DESC);
CREATE INDEX audit_check_recent ON public.audit_check USING btree (checked_at DESC, id DESC);
CREATE INDEX audit_object ON ONLY public.audit USING btree (object_type, object_id);
CREATE INDEX audit_organization ON ONLY public.audit USING btree (organization_id, at DESC, id DESC);
CREATE INDEX audit_request ON ONLY public.audit USING btree (request_id);
CREATE INDEX captcha_expires ON public.captcha USING btree (expires_at);
CREATE INDEX case_draft_author ON public.case_draft USING btree (created_by);
CREATE INDEX case_draft_expired ON public.case_draft USING btree (updated_at);
CREATE INDEX case_draft_list ON public.case_draft USING btree (organization_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX case_draft_order ON public.case_draft USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX case_draft_patient ON public.case_draft USING btree (organization_id, lower(patient_name));
CREATE INDEX case_mail_by_order ON public.case_mail USING btree (order_id);
CREATE INDEX case_mail_by_time ON public.case_mail USING btree (mailed_at);
CREATE INDEX design_review_step_by_account ON public.design_review_step USING btree (account_id);
CREATE INDEX design_review_step_by_order ON public.design_review_step USING btree (order_id, id);
CREATE INDEX development_message_recent ON public.development_message USING btree (kind, sent_at DESC, id DESC);
CREATE INDEX download_ticket_expires ON public.download_ticket USING btree (expires_at);
CREATE INDEX email_code_account ON public.email_code USING btree (account_id, purpose);
CREATE INDEX email_undo_account ON public.email_undo USING btree (account_id, created_at);
CREATE INDEX email_undo_email ON public.email_undo USING btree (email);
CREATE INDEX email_undo_expires ON public.email_undo USING btree (expires_at);
CREATE INDEX erasure_due ON public.erasure USING btree (due_at) WHERE ((done_at IS NULL) AND (undone_at IS NULL));
CREATE INDEX erasure_list ON public.erasure USING btree (organization_id, requested_at DESC, id DESC);
CREATE INDEX erasure_order_order ON public.erasure_order USING btree (order_id);
CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created_at);
CREATE INDEX image_account ON public.image USING btree (account_id);
CREATE INDEX image_content ON public.image USING btree (sha256);
CREATE INDEX image_created ON public.image USING btree (created_at);
CREATE INDEX image_organization ON public.image USING btree (organization_id);
CREATE INDEX image_unused ON public.image USING btree (created_at) WHERE (used_at IS NULL);
CREATE INDEX invitation_list ON public.invitation USING btree (organization_id, created_at DESC, id DESC) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (organization_id, kind, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitation_order_order ON public.invitation_order USING btree (order_id);
CREATE INDEX list_export_created ON public.list_export USING btree (created_at);
CREATE INDEX mesh_content ON public.mesh USING btree (content_sha256);
CREATE INDEX notification_created ON public.notification USING btree (created_at);
CREATE UNIQUE INDEX notification_gathered ON public.notification USING btree (account_id, order_id) WHERE ((kind = 'order_messages'::text) AND (read_at IS NULL));
CREATE UNIQUE INDEX notification_gathered_replies ON public.notification USING btree (account_id, work_order_id) WHERE ((kind = 'workorder_replies'::text) AND (read_at IS NULL));
CREATE INDEX notification_list ON public.notification USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX notification_unread ON public.notification USING btree (account_id) WHERE (read_at IS NULL);
CREATE INDEX order_change_list ON public.order_change USING btree (lab_id, transaction, place);
CREATE INDEX order_change_waiting ON public.order_change USING btree (lab_id, transaction, place) WHERE (acknowledged_at IS NULL);
CREATE INDEX order_event_order ON public.order_event USING btree (order_id, at, id);
CREATE INDEX order_event_technician ON public.order_event USING btree (technician_id) WHERE (technician_id IS NOT NULL);
CREATE INDEX order_file_content ON public.order_file USING btree (sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX order_file_mesh ON public.order_file USING btree (mesh_key) WHERE ((mesh_key IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX order_file_order ON public.order_file USING btree (order_id) WHERE (removed_at IS NULL);
CREATE INDEX order_file_released ON public.order_file USING btree (order_id) WHERE (released_at IS NOT NULL);
CREATE INDEX order_file_stopped ON public.order_file USING btree (organization_id, order_id) WHERE ((state = ANY (ARRAY['announced'::text, 'uploading'::text, 'received'::text])) AND (removed_at IS NULL));
CREATE INDEX order_file_unfinished ON public.order_file USING btree (expires_at) WHERE (state = ANY (ARRAY['announced'::text, 'uploading'::text, 'received'::text]));
CREATE INDEX order_file_verified ON public.order_file USING btree (verified_at) WHERE ((state = 'verified'::text) AND (removed_at IS NULL));
CREATE INDEX order_message_account ON public.order_message USING btree (account_id, order_id);
CREATE INDEX order_message_order ON public.order_message USING btree (order_id, at DESC, id DESC);
CREATE INDEX order_message_question ON public.order_message USING btree (question_id) WHERE (question_id IS NOT NULL);
CREATE INDEX order_pin_message ON public.order_pin USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX order_question_open ON public.order_question USING btree (order_id) WHERE (state = 'open'::text);
CREATE INDEX order_question_order ON public.order_question USING btree (order_id);
CREATE INDEX order_remake_clinic ON public.order_remake USING btree (clinic_id, created_at);
CREATE INDEX order_remake_lab ON public.order_remake USING btree (lab_id, created_at);
CREATE INDEX order_remake_original ON public.order_remake USING btree (original_id, created_at);
CREATE INDEX order_search_clinic ON public.order_search USING btree (clinic_id, created_at DESC, order_id DESC) INCLUDE (text) WHERE is_listed;
CREATE INDEX order_search_lab ON public.order_search USING btree (lab_id, created_at DESC, order_id DESC) INCLUDE (text) WHERE is_listed;
CREATE INDEX order_search_month_text ON public.order_search USING gin (clinic_id, lab_id, date_trunc('month'::text, (created_at AT TIME ZONE 'UTC'::text)), text gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX order_search_pairs ON public.order_search USING gin (clinic_id, lab_id, pairs) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX order_share_account ON public.order_share USING btree (account_id);
CREATE INDEX order_share_address_account ON public.order_share_address USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX order_share_address_email ON public.order_share_address USING btree (email) WHERE (account_id IS NULL);
CREATE INDEX order_withdrawal_list ON public.order_withdrawal USING btree (lab_id, order_created_at DESC, order_id DESC);
CREATE INDEX orders_active_created ON public.orders USING btree (created_at DESC, id DESC, delivery_on) WHERE ((discarded_at IS NULL) AND (status = ANY (ARRAY['scanned'::text, 'uploaded'::text, 'pending'::text, 'accepted'::text, 'rejected'::text])));
CREATE INDEX orders_clinic_created ON public.orders USING btree (clinic_id, created_at DESC, id DESC) WHERE (discarded_at IS NULL);
CREATE INDEX orders_clinic_delivery ON public.orders USING btree (clinic_id, delivery_on, id) WHERE (discarded_at IS NULL);
CREATE INDEX orders_clinic_due ON public.orders USING btree (clinic_id, delivery_on, id) WHERE ((discarded_at IS NULL) AND (status = ANY (ARRAY['scanned'::text, 'uploaded'::text, 'pending'::text, 'accepted'::text, 'rejected'::text])));
CREATE INDEX orders_clinic_number ON public.orders USING btree (clinic_id, number, id) WHERE (discarded_at IS NULL);
CREATE INDEX orders_clinic_patient ON public.orders USING btree (clinic_id, lower(patient_name));
CREATE INDEX orders_clinic_patient_sorted ON public.orders USING btree (clinic_id, fold_text(patient_name) COLLATE "C", id) WHERE (discarded_at IS NULL);
CREATE INDEX orders_clinic_question ON public.orders USING btree (clinic_id, question_open_since, id) WHERE ((question_waits_for = 'clinic'::text) AND (discarded_at IS NULL));
CREATE INDEX orders_clinic_review ON public.orders USING btree (clinic_id, delivery_on, id) WHERE ((review_state = 'requested'::text) AND (discarded_at IS NULL));
CREATE INDEX orders_clinic_status_created ON public.orders USING btree (clinic_id, status, created_at DESC, id DESC) WHERE (discarded_at IS NULL);
CREATE INDEX orders_clinic_turn ON public.orders USING btree (clinic_id, created_at DESC, id DESC) WHERE ((discarded_at IS NULL) AND ((question_waits_for = 'clinic'::text) OR (proposed_on IS NOT NULL) OR (review_state = 'requested'::text) OR ((question_waits_for IS NULL) AND (status = ANY (ARRAY['uploaded'::text, 'rejected'::text])))));
CREATE INDEX orders_clinic_updated ON public.orders USING btree (clinic_id, updated_at DESC, id DESC) WHERE (discarded_at IS NULL);
CREATE INDEX orders_created ON public.orders USING btree (created_at DESC, id DESC) WHERE (discarded_at IS NULL);
CREATE INDEX orders_deleted ON public.orders USING btree (deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX orders_delivery ON public.orders USING btree (delivery_on, id) WHERE (discarded_at IS NULL);
CREATE INDEX orders_discarded ON public.orders USING btree (clinic_id, discarded_at DESC, id DESC) WHERE (discarded_at IS NOT NULL);
CREATE INDEX orders_lab_created ON public.orders USING btree (lab_id, created_at DESC, id DESC) WHERE ((discarded_at IS NULL) AND (lab_id IS NOT NULL));
CREATE INDEX orders_lab_delivery ON public.orders USING btree (lab_id, delivery_on, id) WHERE ((discarded_at IS NULL) AND (lab_id IS NOT NULL));
CREATE INDEX orders_lab_due ON public.orders USING btree (lab_id, delivery_on, id) WHERE ((discarded_at IS NULL) AND (status = ANY (ARRAY['pending'::text, 'accepted'::text])));
CREATE INDEX orders_lab_number ON public.orders USING btree (lab_id, number, id) WHERE ((discarded_at IS NULL) AND (lab_id IS NOT NULL));
CREATE INDEX orders_lab_patient_sorted ON public.orders USING btree (lab_id, fold_text(patient_name) COLLATE "C", id) WHERE ((discarded_at IS NULL) AND (lab_id IS NOT NULL));
CREATE INDEX orders_lab_question ON public.orders USING btree (lab_id, question_open_since, id) WHERE ((question_waits_for = 'lab'::text) AND (discarded_at IS NULL));
CREATE INDEX orders_lab_redesign ON public.orders USING btree (lab_id, delivery_on, id) WHERE ((review_state = 'changes_asked'::text) AND (discarded_at IS NULL));
CREATE INDEX orders_lab_status_created ON public.orders USING btree (lab_id, status, created_at DESC, id DESC) WHERE ((discarded_at IS NULL) AND (lab_id IS NOT NULL));
CREATE INDEX orders_lab_status_due ON public.orders USING btree (lab_id, status, delivery_on, id) WHERE ((discarded_at IS NULL) AND (status = ANY (ARRAY['pending'::text, 'accepted'::text])));
CREATE INDEX orders_lab_turn ON public.orders USING btree (lab_id, created_at DESC, id DESC) WHERE ((discarded_at IS NULL) AND ((question_waits_for = 'lab'::text) OR (review_state = 'changes_asked'::text) OR ((question_waits_for IS NULL) AND (status = 'pending'::text))));
CREATE INDEX orders_lab_updated ON public.orders USING btree (lab_id, updated_at DESC, id DESC) WHERE ((discarded_at IS NULL) AND (lab_id IS NOT NULL));
CREATE INDEX orders_retained ON public.orders USING btree (clinic_id, updated_at) WHERE (erased_at IS NULL);
CREATE INDEX orders_status_created ON public.orders USING btree (status, created_at DESC, id DESC) WHERE (discarded_at IS NULL);
CREATE INDEX orders_technician ON public.orders USING btree (technician_id, created_at DESC, id DESC) WHERE ((technician_id IS NOT NULL) AND (discarded_at IS NULL));
CREATE INDEX orders_updated ON public.orders USING btree (updated_at DESC, id DESC) WHERE (discarded_at IS NULL);
CREATE INDEX orders_work_unknown ON public.orders USING btree (id) WHERE (work IS NULL);
CREATE INDEX organization_banned ON public.organization USING btree (lower(name), id) WHERE (banned_at IS NOT NULL);
CREATE INDEX organization_by_name ON public.organization USING btree (lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX organization_by_type ON public.organization USING btree (business_type, lower(name), id);
CREATE INDEX organization_deleted ON public.organization USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX organization_deleted_by_name ON public.organization USING btree (lower(name), id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX organization_registered ON public.organization USING btree (registered_at DESC, id DESC);
CREATE INDEX organization_search_pairs ON public.organization USING gin (search_pairs) WITH (fastupdate=off);
CREATE INDEX organization_search_text ON public.organization USING gin (search_text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX organization_unverified ON public.organization USING btree (registered_at) WHERE (verified_at IS NULL);
CREATE INDEX partnership_high ON public.partnership USING btree (high_id);
CREATE INDEX passkey_account ON public.passkey USING btree (account_id);
CREATE INDEX patient_export_created ON public.patient_export USING btree (created_at);
CREATE UNIQUE INDEX prescription_template_name ON public.prescription_template USING btree (account_id, ((body ->> 'type'::text)), name);
CREATE INDEX prescription_template_shared ON public.prescription_template USING btree (organization_id) WHERE is_shared;
CREATE INDEX preview_link_order ON public.preview_link USING btree (order_id);
CREATE INDEX preview_link_view_link ON public.preview_link_view USING btree (link_id, id DESC);
CREATE INDEX pull_case_order ON public.pull_case USING btree (order_id);
CREATE INDEX pull_item_list ON public.pull_item USING btree (setting_id, seen_at DESC, id DESC);
CREATE INDEX pull_item_order ON public.pull_item USING btree (order_id);
CREATE UNIQUE INDEX pull_item_path ON public.pull_item USING btree (setting_id, path);
CREATE INDEX pull_item_seen ON public.pull_item USING btree (seen_at DESC, id DESC);
CREATE INDEX pull_run_list ON public.pull_run USING btree (setting_id, started_at DESC, id DESC);
CREATE INDEX pull_setting_clinic ON public.pull_setting USING btree (clinic_id) WHERE (deleted_at IS NULL);
CREATE INDEX pull_setting_due ON public.pull_setting USING btree (next_run_at) WHERE (is_enabled AND (deleted_at IS NULL));
CREATE UNIQUE INDEX pull_setting_name ON public.pull_setting USING btree (lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX push_delivery_due ON public.push_delivery USING btree (next_at) WHERE (state = 'waiting'::text);
CREATE INDEX push_delivery_ended ON public.push_delivery USING btree (setting_id, ended_at DESC) WHERE (state = 'delivered'::text);
CREATE INDEX push_delivery_event ON public.push_delivery USING btree (event, created_at DESC, id DESC);
CREATE INDEX push_delivery_list ON public.push_delivery USING btree (created_at DESC, id DESC);
CREATE INDEX push_delivery_open ON public.push_delivery USING btree (setting_id, state) WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));
CREATE INDEX push_delivery_order ON public.push_delivery USING btree (order_id);
CREATE INDEX push_delivery_order_event ON public.push_delivery USING btree (order_event_id);
CREATE INDEX push_delivery_organization ON public.push_delivery USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX push_delivery_setting ON public.push_delivery USING btree (setting_id, created_at DESC, id DESC);
CREATE INDEX push_delivery_state ON public.push_delivery USING btree (state, created_at DESC, id DESC) WHERE (state <> 'delivered'::text);
CREATE INDEX push_setting_by_organization ON public.push_setting USING btree (organization_id) WHERE (organization_id IS NOT NULL);
CREATE UNIQUE INDEX push_setting_name ON public.push_setting USING btree (COALESCE(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX push_setting_organization_setting ON public.push_setting_organization USING btree (setting_id);
CREATE INDEX push_subscription_account ON public.push_subscription USING btree (account_id);
CREATE INDEX refresh_token_expires ON public.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_parent ON public.refresh_token USING btree (parent_sha256) WHERE (parent_sha256 IS NOT NULL);
CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);
CREATE INDEX saved_view_account ON public.saved_view USING btree (account_id, created_at, id);
CREATE INDEX searched_account_pairs ON public.searched_account USING gin (pairs) WITH (fastupdate=off);
CREATE INDEX searched_account_text ON public.searched_account USING gin (text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX searched_organization_pairs ON public.searched_organization USING gin (pairs) WITH (fastupdate=off);
CREATE INDEX searched_organization_text ON public.searched_organization USING gin (text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX session_account ON public.session USING btree (account_id) WHERE (revoked_at IS NULL);
CREATE INDEX session_of_account ON public.session USING btree (account_id);
CREATE INDEX sign_in_challenge_account ON public.sign_in_challenge USING btree (account_id);
CREATE INDEX sign_in_challenge_expires ON public.sign_in_challenge USING btree (expires_at);
CREATE INDEX typed_code_expires ON public.typed_code USING btree (expires_at);
CREATE INDEX waiting_mail_by_account ON public.waiting_mail USING btree (account_id, order_id);
CREATE INDEX waiting_mail_by_order ON public.waiting_mail USING btree (order_id);
CREATE INDEX work_order_list ON public.work_order USING btree (updated_at DESC, id DESC);
CREATE INDEX work_order_of_type ON public.work_order USING btree (type_id, updated_at DESC, id DESC);
CREATE INDEX work_order_operator_list ON public.work_order USING btree (operator_id, updated_at DESC) WHERE (operator_id IS NOT NULL);
CREATE INDEX work_order_operator_open ON public.work_order USING btree (operator_id) WHERE (status <> ALL (ARRAY['resolved'::text, 'unresolved'::text, 'closed'::text]));
CREATE INDEX work_order_organization ON public.work_order USING btree (organization_id, updated_at DESC);
CREATE INDEX work_order_priority ON public.work_order USING btree (priority, updated_at DESC, id DESC);
CREATE INDEX work_order_record_list ON public.work_order_record USING btree (work_order_id, at, id);
CREATE INDEX work_order_search_pairs ON public.work_order_search USING gin (pairs) WITH (fastupdate=off);
CREATE INDEX work_order_search_text ON public.work_order_search USING gin (text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX work_order_status ON public.work_order USING btree (status, updated_at DESC, id DESC);
CREATE INDEX work_order_submitter ON public.work_order USING btree (submitter_id, updated_at DESC);
CREATE UNIQUE INDEX work_order_type_name ON public.work_order_type USING btree (lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX work_order_type_open ON public.work_order USING btree (type_id) WHERE (status <> ALL (ARRAY['resolved'::text, 'unresolved'::text, 'closed'::text]));
CREATE INDEX work_order_waiting ON public.work_order USING btree (processed_at) WHERE (status = 'processed'::text);

create view account_words as
 SELECT id,
    ((deleted_at IS NULL) AND (NOT is_software)) AS is_listed,
    created_at AS since,
    lower(name) AS name,
    lower(((name || ' '::text) || email)) AS text,
    text_pairs(((name || ' '::text) || email)) AS pairs
   FROM account;
create view org_status_count as
 SELECT organization_id,
    status,
    (sum(count))::bigint AS count
   FROM org_status_slot
  GROUP BY organization_id, status;
create view organization_words as
 SELECT id,
    (deleted_at IS NULL) AS is_listed,
    registered_at AS since,
    lower(name) AS name,
    lower(concat_ws(' '::text, name, address, contact_person, email)) AS text,
    text_pairs(concat_ws(' '::text, name, address, contact_person, email)) AS pairs
   FROM organization;
create view work_order_words as
 SELECT w.id AS work_order_id,
    w.submitter_id,
    w.organization_id,
    lower(concat_ws(' '::text, w.number, w.request_number, w.title, a.name, o.name)) AS text,
    ((text_pairs(concat_ws(' '::text, w.number, w.request_number, w.title)) || text_pairs(a.name)) || text_pairs(o.name)) AS pairs
   FROM ((work_order w
     JOIN account a ON ((a.id = w.submitter_id)))
     JOIN organization o ON ((o.id = w.organization_id)));

CREATE RULE org_status_count_delete AS
    ON DELETE TO public.org_status_count DO INSTEAD  DELETE FROM org_status_slot
  WHERE ((org_status_slot.organization_id = old.organization_id) AND (org_status_slot.status = old.status));

CREATE OR REPLACE FUNCTION public.add_to_day(scope uuid, at timestamp with time zone, order_type smallint, delta integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  utc timestamp := at at time zone 'utc';
  quarter int := extract(hour from utc)::int * 4 + extract(minute from utc)::int / 15;
  slot text := (quarter * 8 + order_type)::text;
begin
  insert into order_day_count (scope_id, day) values (scope, utc::date) on conflict do nothing;
  update order_day_count c set
    upto = array(select n + case when place > quarter then delta else 0 end
      from unnest(c.upto) with ordinality as u (n, place) order by place),
    by_type[order_type + 1] = c.by_type[order_type + 1] + delta,
    detail = case when coalesce((c.detail ->> slot)::int, 0) + delta = 0 then c.detail - slot
                  else jsonb_set(c.detail, array[slot], to_jsonb(coalesce((c.detail ->> slot)::int, 0) + delta)) end
  where c.scope_id = scope and c.day = utc::date;
end $function$
;
CREATE OR REPLACE FUNCTION public.analyze_audit()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  analyze audit, audit_concern;
end $function$
;
CREATE OR REPLACE FUNCTION public.audit_months()
 RETURNS TABLE(name text, until timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass
$function$
;
CREATE OR REPLACE FUNCTION public.count_order_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  scope uuid := case when tg_argv[0] = 'all' then '00000000-0000-0000-0000-000000000000' else new.clinic_id end;
begin
  if tg_op = 'UPDATE' and old.discarded_at is null then
    perform add_to_day(scope, old.created_at, old.type, -1);
  end if;
  if new.discarded_at is null then
    perform add_to_day(scope, new.created_at, new.type, 1);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.count_production()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.to_status = 'pending' then
    insert into lab_received_count as c (lab_id, at, slot, count)
    values (new.lab_id, date_bin('15 minutes', new.at, '2000-01-01 00:00+00'), pg_backend_pid() % 64, 1)
    on conflict (lab_id, at, slot) do update set count = c.count + 1;
    return null;
  end if;
  insert into lab_shipped_count as c (lab_id, at, type, due_on, slot, count, seconds)
  select o.lab_id, date_bin('15 minutes', new.at, '2000-01-01 00:00+00'), o.type, coalesce(o.delivery_on, 'infinity'),
    pg_backend_pid() % 64, 1, greatest(extract(epoch from new.at - coalesce(o.sent_at, new.at)), 0)::bigint
  from orders o where o.id = new.order_id and o.lab_id is not null
  on conflict (lab_id, at, type, due_on, slot) do update set count = c.count + 1, seconds = c.seconds + excluded.seconds;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.create_audit_months(ahead integer)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '200ms'
AS $function$
declare
  start timestamptz;
  finish timestamptz;
  rows_a_month bigint;
  parent text;
  created text;
  later text;
begin
  select max(until) into start from audit_months();
  if start > date_trunc('month', now()) + make_interval(months => ahead) then return null; end if;
  lock table audit, audit_concern in access exclusive mode;
  -- Another node may have created them during the wait.
  select max(until) into start from audit_months();
  if start > date_trunc('month', now()) + make_interval(months => ahead) then return null; end if;
  -- Ids are consecutive, so nothing is counted.
  rows_a_month := (select id from audit order by at desc, id desc limit 1)
    - coalesce((select id from audit where at < now() - interval '30 days' order by at desc, id desc limit 1), 0);
  finish := start + case when rows_a_month > 10000000 then interval '1 month' when rows_a_month > 2500000 then interval '3 months'
    else interval '1 year' end;
  foreach parent in array '{audit,audit_concern}'::text[] loop
    created := parent || to_char(start, '_YYYY_MM');
    later := parent || '_later';
    execute format('alter table %I detach partition %I', parent, later);
    execute format('create table %I (like %I including defaults)', created, parent);
    execute format('with moved as (delete from %I where at < %L returning *) insert into %I select * from moved',
      later, finish, created);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, created, start, finish);
    execute format('alter table %I attach partition %I for values from (%L) to (maxvalue)', parent, later, finish);
  end loop;
  return start::date;
end $function$
;
CREATE OR REPLACE FUNCTION public.end_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with ended as (
    update orders set technician_id = null
    where technician_id = new.id and (new.deleted_at is not null or status in ('pending', 'accepted'))
    returning id, lab_id, status
  )
  insert into order_event (id, order_id, at, kind, from_status, to_status, account_name, organization_id,
    organization_name, lab_id)
  select gen_random_uuid(), e.id, clock_timestamp(), 'assign', e.status, e.status, '', l.id, l.name, e.lab_id
  from ended e join organization l on l.id = e.lab_id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.erase_more_prescriptions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update prescription set more = '[]'
  where order_id = new.id and jsonb_path_exists(more, '$.** ? (@.note != "" || @.scanBodyReference != "" ||
    @.bracketBrand != "" || @.bracketHeight != "" || @.wire != "" || @.toothMould != "")');
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.erase_review_texts(erased_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  update design_review_step set note = '',
    aspects = (select jsonb_object_agg(key, value || '{"note": ""}') from jsonb_each(aspects)),
    files = coalesce((select jsonb_agg(file || '{"name": ""}') from jsonb_array_elements(files) file), '[]')
  where order_id = erased_id;
  update order_pin set note = '', image_id = null where order_id = erased_id
$function$
;
CREATE OR REPLACE FUNCTION public.fill_search_columns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search_text := lower(new.number || ' ' || new.patient_name || ' ' || new.doctor);
  new.search_pairs := text_pairs(new.patient_name || ' ' || new.doctor);
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.fold_text(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  -- The schema is named, because PostgreSQL builds indexes without a search path.
  return public.folded_text(words);
end $function$
;
CREATE OR REPLACE FUNCTION public.folded_text(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when octet_length(words) = char_length(words) then lower(words)
        else normalize(replace(replace(replace(translate(
          regexp_replace(lower(normalize(words, nfkd)), U&'[\0300-\036F]', '', 'g'), 'ıłøđς', 'ilodσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), nfkc) end $function$
;
CREATE OR REPLACE FUNCTION public.follow_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- 1 if the order was counted before the change, and if it is counted now.
  was_counted int := (tg_op = 'UPDATE' and old.discarded_at is null)::int;
  is_counted int := (new.discarded_at is null)::int;
  is_moved bool := old.status is distinct from new.status or was_counted <> is_counted;
  -- The portal gives each of its connections a slot. Others use their process id.
  own_slot smallint := coalesce(nullif(current_setting('pontic.slot', true), '')::int, pg_backend_pid()) % 16;
begin
  -- Numbers by status of the clinic, the laboratory and the platform. Each number has several rows, and a connection adds to the
  -- row of its slot, so that transactions rarely wait for each other. The sum of the rows is the number; one row may be negative.
  if is_moved then
    insert into platform_status_count as c (slot, status, count)
      select own_slot, m.status, m.delta from (values (old.status, -was_counted), (new.status, is_counted)) m (status, delta)
      where m.delta <> 0 order by m.status
    on conflict (slot, status) do update set count = c.count + excluded.count;
  end if;
  if is_moved or old.lab_id is distinct from new.lab_id then
    insert into org_status_slot as c (organization_id, status, slot, count)
      select m.organization_id, m.status, own_slot, m.delta
      from (values (case when is_moved then old.clinic_id end, old.status, -was_counted), (old.lab_id, old.status, -was_counted),
        (case when is_moved then new.clinic_id end, new.status, is_counted), (new.lab_id, new.status, is_counted))
        m (organization_id, status, delta)
      where m.organization_id is not null and m.delta <> 0 order by m.organization_id, m.status
    on conflict (organization_id, status, slot) do update set count = c.count + excluded.count;
  end if;

  -- The last change of the order at its laboratory, and at the laboratory that has lost it.
  if (old.lab_id is not null or new.lab_id is not null)
    and (old.version, old.status, old.lab_id, old.delivery_on, old.discarded_at, old.files_verified, old.question_open_since)
      is distinct from
      (new.version, new.status, new.lab_id, new.delivery_on, new.discarded_at, new.files_verified, new.question_open_since) then
    insert into order_change as c (lab_id, order_id)
      select lab, new.id from (values (coalesce(new.lab_id, old.lab_id)), (case when old.lab_id <> new.lab_id then old.lab_id end)) o (lab)
      where lab is not null order by lab
    on conflict (lab_id, order_id) do update set transaction = excluded.transaction, place = excluded.place,
      changed_at = excluded.changed_at, acknowledged_at = null;
  end if;

  -- The searched words. A step usually changes only the laboratory, and the words stay as they are.
  if tg_op = 'UPDATE' and (new.number, new.patient_name, new.doctor) is not distinct from (old.number, old.patient_name, old.doctor) then
    if (new.clinic_id, new.lab_id, new.created_at, is_counted) is not distinct from
      (old.clinic_id, old.lab_id, old.created_at, was_counted) then
      return null;
    end if;
    update order_search set clinic_id = new.clinic_id, lab_id = coalesce(new.lab_id, lab_id),
      is_at_lab = new.lab_id is not null, created_at = new.created_at, is_listed = new.discarded_at is null
    where order_id = new.id;
    if found then return null; end if;
  end if;
  insert into order_search as s (order_id, clinic_id, lab_id, is_at_lab, created_at, is_listed, text, pairs)
  values (new.id, new.clinic_id, new.lab_id, new.lab_id is not null, new.created_at, new.discarded_at is null,
    fold_text(new.number || ' ' || new.patient_name || ' ' || new.doctor), text_pairs(fold_text(new.patient_name || ' ' || new.doctor)))
  on conflict (order_id) do update set clinic_id = excluded.clinic_id, lab_id = coalesce(excluded.lab_id, s.lab_id),
    is_at_lab = excluded.is_at_lab, created_at = excluded.created_at, is_listed = excluded.is_listed,
    text = excluded.text, pairs = excluded.pairs;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.forget_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update orders set work = null where id = new.order_id and work is not null;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.lapse_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update order_question set state = 'lapsed', ended_at = clock_timestamp() where order_id = new.id and state = 'open';
  new.question_open_since := null;
  new.question_waits_for := null;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_audit_concerns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  pattern constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  ids uuid[] := new.subject_organization_ids || new.organization_id;
begin
  if new.object_id ~ pattern then ids := ids || new.object_id::uuid; end if;
  if new.detail ->> 'orderId' ~ pattern then ids := ids || (new.detail ->> 'orderId')::uuid; end if;
  if jsonb_typeof(new.detail -> 'orderIds') = 'array' then
    ids := ids || array(select id::uuid from jsonb_array_elements_text(new.detail -> 'orderIds') id where id ~ pattern);
  end if;
  insert into audit_concern (concerned_id, at, audit_id)
    select distinct id, new.at, new.id from unnest(ids) id where id is not null;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.order_change_now()
 RETURNS bigint
 LANGUAGE sql
AS $function$ select pg_current_xact_id()::text::bigint + (select ahead from order_change_epoch) $function$
;
CREATE OR REPLACE FUNCTION public.recount_order_days()
 RETURNS TABLE(scope_id uuid, day date, upto integer[], by_type integer[], detail jsonb)
 LANGUAGE sql
 STABLE
AS $function$
with slot as (
  select o.scope_id, (o.at at time zone 'utc')::date as day, o.type,
    extract(hour from o.at at time zone 'utc')::int * 4 + extract(minute from o.at at time zone 'utc')::int / 15 as quarter,
    count(*)::int as count
  from (
    select clinic_id as scope_id, created_at as at, type from orders where discarded_at is null
    union all
    select '00000000-0000-0000-0000-000000000000', created_at, type from orders where discarded_at is null
  ) o group by 1, 2, 3, 4
), a_day as (
  select s.scope_id, s.day, jsonb_object_agg((s.quarter * 8 + s.type)::text, s.count) as detail from slot s group by 1, 2
), by_quarter as (
  select p.scope_id, p.day, array_agg(p.upto order by p.place) as counts from (
    select d.scope_id, d.day, place,
      (sum(coalesce(s.count, 0)) over (partition by d.scope_id, d.day order by place))::int as upto
    from a_day d cross join generate_series(0, 95) place
    left join (select scope_id, day, quarter, sum(count)::int as count from slot group by 1, 2, 3) s
      on (s.scope_id, s.day, s.quarter) = (d.scope_id, d.day, place)
  ) p group by 1, 2
), by_kind as (
  select d.scope_id, d.day, array_agg(coalesce(s.count, 0) order by place) as counts
  from a_day d cross join generate_series(0, 7) place
  left join (select scope_id, day, type, sum(count)::int as count from slot group by 1, 2, 3) s
    on (s.scope_id, s.day, s.type) = (d.scope_id, d.day, place)
  group by 1, 2
)
select d.scope_id, d.day, q.counts, t.counts, d.detail
from a_day d join by_quarter q using (scope_id, day) join by_kind t using (scope_id, day)
$function$
;
CREATE OR REPLACE FUNCTION public.recount_received(before timestamp with time zone)
 RETURNS TABLE(lab_id uuid, at timestamp with time zone, count bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select e.lab_id, date_bin('15 minutes', e.at, '2000-01-01 00:00+00'), count(*) from order_event e
  where e.to_status = 'pending' and e.from_status is distinct from e.to_status and e.lab_id is not null and e.at < before
  group by 1, 2
$function$
;
CREATE OR REPLACE FUNCTION public.recount_shipped(before timestamp with time zone)
 RETURNS TABLE(lab_id uuid, at timestamp with time zone, type smallint, due_on date, count bigint, seconds bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select o.lab_id, date_bin('15 minutes', e.at, '2000-01-01 00:00+00'), o.type, coalesce(o.delivery_on, 'infinity'), count(*),
    sum(greatest(extract(epoch from e.at - coalesce(o.sent_at, e.at)), 0)::bigint)::bigint
  from order_event e join orders o on o.id = e.order_id
  where (e.to_status = 'shipped' or e.to_status = 'completed' and e.from_status = 'accepted')
    and e.from_status is distinct from e.to_status and o.lab_id is not null and e.at < before
  group by 1, 2, 3, 4
$function$
;
CREATE OR REPLACE FUNCTION public.rename_review_author(author uuid, name text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  update design_review_step set account_name = name where account_id = author
$function$
;
CREATE OR REPLACE FUNCTION public.replace_review_texts(clinic uuid, pattern text, json_pattern text, code text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  update design_review_step set note = regexp_replace(note, pattern, code, 'gi'),
    aspects = regexp_replace(aspects::text, json_pattern, code, 'gi')::jsonb,
    files = regexp_replace(files::text, json_pattern, code, 'gi')::jsonb
  where order_id in (select id from orders where clinic_id = clinic)
    and (note ~* pattern or aspects::text ~* json_pattern or files::text ~* json_pattern);
  update order_pin set note = regexp_replace(note, pattern, code, 'gi')
  where order_id in (select id from orders where clinic_id = clinic) and note ~* pattern
$function$
;
CREATE OR REPLACE FUNCTION public.save_searched_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into searched_account select * from account_words where id = new.id
    on conflict (id) do update set is_listed = excluded.is_listed, name = excluded.name, text = excluded.text, pairs = excluded.pairs;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.save_searched_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into searched_organization select * from organization_words where id = new.id
    on conflict (id) do update set is_listed = excluded.is_listed, since = excluded.since, name = excluded.name,
      text = excluded.text, pairs = excluded.pairs;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.save_work_order_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  key constant bigint := hashtextextended('work_order_search', 0);
  ids uuid[];
begin
  if tg_table_name = 'work_order' then
    perform pg_advisory_xact_lock_shared(key);
    ids := array[new.id];
  else
    perform pg_advisory_xact_lock(key);
    if tg_table_name = 'account' then ids := array(select id from work_order where submitter_id = new.id);
    else ids := array(select id from work_order where organization_id = new.id);
    end if;
  end if;
  insert into work_order_search (work_order_id, text, pairs)
    select work_order_id, text, pairs from work_order_words where work_order_id = any(ids)
    on conflict (work_order_id) do update set text = excluded.text, pairs = excluded.pairs;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.task_id(name text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  found_id int;
begin
  select id into found_id from graphile_worker._private_tasks where identifier = name;
  if not found then
    insert into graphile_worker._private_tasks (identifier) values (name)
    on conflict (identifier) do update set identifier = excluded.identifier returning id into found_id;
  end if;
  return found_id;
end $function$
;
CREATE OR REPLACE FUNCTION public.text_pairs(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select coalesce(array_agg(distinct substr(w, i, 2)), '{}')
        from (select regexp_replace(lower(words), '\s', '', 'g') as w) t, generate_series(1, greatest(char_length(w) - 1, 0)) i
        where substr(w, i, 1) collate "C" >= U&'\2E80' $function$
;

CREATE TRIGGER account_end_assignments AFTER UPDATE OF disabled_at, deleted_at, membership, organization_id ON public.account FOR EACH ROW WHEN (((new.disabled_at IS NOT NULL) OR (new.deleted_at IS NOT NULL) OR (new.membership <> 'active'::text) OR (new.organization_id <> old.organization_id))) EXECUTE FUNCTION end_assignments();
CREATE TRIGGER account_save_search AFTER INSERT OR UPDATE OF name, email, deleted_at, is_software ON public.account FOR EACH ROW EXECUTE FUNCTION save_searched_account();
CREATE CONSTRAINT TRIGGER account_save_work_order_search AFTER UPDATE OF name ON public.account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION save_work_order_search();
CREATE TRIGGER audit_note_concerns AFTER INSERT ON public.audit FOR EACH ROW EXECUTE FUNCTION note_audit_concerns();
CREATE TRIGGER order_event_count AFTER INSERT ON public.order_event FOR EACH ROW WHEN (((new.from_status IS DISTINCT FROM new.to_status) AND (((new.to_status = 'pending'::text) AND (new.lab_id IS NOT NULL)) OR (new.to_status = 'shipped'::text) OR ((new.to_status = 'completed'::text) AND (new.from_status = 'accepted'::text))))) EXECUTE FUNCTION count_production();
CREATE CONSTRAINT TRIGGER orders_count_all_insert AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_order_day('all');
CREATE CONSTRAINT TRIGGER orders_count_all_update AFTER UPDATE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.type IS DISTINCT FROM new.type) OR ((old.discarded_at IS NULL) <> (new.discarded_at IS NULL)))) EXECUTE FUNCTION count_order_day('all');
CREATE TRIGGER orders_count_day_insert AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION count_order_day('own');
CREATE TRIGGER orders_count_day_update AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.type IS DISTINCT FROM new.type) OR ((old.discarded_at IS NULL) <> (new.discarded_at IS NULL)))) EXECUTE FUNCTION count_order_day('own');
CREATE TRIGGER orders_erase_more_prescriptions AFTER UPDATE OF erased_at ON public.orders FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION erase_more_prescriptions();
CREATE TRIGGER orders_fill_search BEFORE INSERT OR UPDATE OF number, patient_name, doctor ON public.orders FOR EACH ROW EXECUTE FUNCTION fill_search_columns();
CREATE TRIGGER orders_follow AFTER INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION follow_order();
CREATE TRIGGER orders_lapse_question BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (((old.question_open_since IS NOT NULL) AND (new.question_open_since IS NOT NULL) AND ((new.status <> ALL (ARRAY['pending'::text, 'accepted'::text])) OR (new.lab_id IS DISTINCT FROM old.lab_id)))) EXECUTE FUNCTION lapse_question();
CREATE TRIGGER organization_save_search AFTER INSERT OR UPDATE OF name, address, contact_person, email, registered_at, deleted_at ON public.organization FOR EACH ROW EXECUTE FUNCTION save_searched_organization();
CREATE CONSTRAINT TRIGGER organization_save_work_order_search AFTER UPDATE OF name ON public.organization DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION save_work_order_search();
CREATE TRIGGER prescription_forget_work AFTER INSERT OR UPDATE OF body ON public.prescription FOR EACH ROW EXECUTE FUNCTION forget_work();
CREATE CONSTRAINT TRIGGER work_order_save_search AFTER INSERT OR UPDATE OF number, request_number, title, submitter_id, organization_id ON public.work_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION save_work_order_search();

grant delete, insert, select, update on access_token to pontic_app;
grant delete, insert, select, update on account to pontic_app;
grant select on account_words to pontic_app;
grant delete, insert, select, update on api_key to pontic_app;
grant delete, insert, select, update on api_key_link to pontic_app;
grant delete, insert, select, update on attempt to pontic_app;
grant delete, insert, select, update on attempt_count to pontic_app;
grant select on audit to pontic_app;
grant insert, select on audit_check to pontic_app;
grant insert, select on audit_concern to pontic_app;
grant insert, select on audit_seal to pontic_app;
grant delete, insert, select, update on captcha to pontic_app;
grant delete, insert, select, update on case_draft to pontic_app;
grant delete, insert, select, update on case_mail to pontic_app;
grant insert, select on design_review_step to pontic_app;
grant delete, insert, select, update on development_message to pontic_app;
grant delete, insert, select, update on download_ticket to pontic_app;
grant delete, insert, select, update on email_code to pontic_app;
grant delete, insert, select, update on email_undo to pontic_app;
grant delete, insert, select, update on erasure to pontic_app;
grant delete, insert, select, update on erasure_order to pontic_app;
grant delete, insert, select, update on idempotency_key to pontic_app;
grant delete, insert, select, update on image to pontic_app;
grant delete, insert, select, update on invitation to pontic_app;
grant delete, insert, select, update on invitation_order to pontic_app;
grant delete, insert, select, update on lab_calendar to pontic_app;
grant select on lab_count_start to pontic_app;
grant delete, insert, select, update on lab_received_count to pontic_app;
grant delete, insert, select, update on lab_shipped_count to pontic_app;
grant delete, insert, select, update on laboratory_requirements to pontic_app;
grant delete, insert, select, update on list_export to pontic_app;
grant delete, insert, select, update on mesh to pontic_app;
grant delete, insert, select, update on notification to pontic_app;
grant delete, insert, select, update on order_change to pontic_app;
grant select, update on order_change_epoch to pontic_app;
grant delete, insert, select, update on order_day_count to pontic_app;
grant delete, insert, select, update on order_event to pontic_app;
grant delete, insert, select, update on order_file to pontic_app;
grant delete, insert, select, update on order_message to pontic_app;
grant delete, insert, select, update on order_message_image to pontic_app;
grant insert, select on order_pin to pontic_app;
grant delete, insert, select, update on order_question to pontic_app;
grant delete, insert, select, update on order_read to pontic_app;
grant delete, insert, select, update on order_remake to pontic_app;
grant delete, insert, select, update on order_search to pontic_app;
grant delete, insert, select, update on order_share to pontic_app;
grant delete, insert, select, update on order_share_address to pontic_app;
grant delete, insert, select, update on order_withdrawal to pontic_app;
grant delete, insert, select, update on orders to pontic_app;
grant delete, select on org_status_count to pontic_app;
grant delete, insert, select, update on org_status_slot to pontic_app;
grant delete, insert, select, update on organization to pontic_app;
grant select on organization_words to pontic_app;
grant delete, insert, select, update on outlet_state to pontic_app;
grant delete, insert, select, update on partnership to pontic_app;
grant delete, insert, select, update on passkey to pontic_app;
grant delete, insert, select, update on patient_export to pontic_app;
grant insert, select, update on platform_status_count to pontic_app;
grant select on pontic_migration to pontic_app;
grant delete, insert, select, update on prescription to pontic_app;
grant delete, insert, select, update on prescription_preferences to pontic_app;
grant delete, insert, select, update on prescription_template to pontic_app;
grant delete, insert, select, update on preview_link to pontic_app;
grant delete, insert, select on preview_link_view to pontic_app;
grant delete, insert, select, update on pull_case to pontic_app;
grant delete, insert, select, update on pull_item to pontic_app;
grant delete, insert, select, update on pull_run to pontic_app;
grant delete, insert, select, update on pull_setting to pontic_app;
grant delete, insert, select, update on push_attempt to pontic_app;
grant delete, insert, select, update on push_delivery to pontic_app;
grant insert, select on push_key to pontic_app;
grant delete, insert, select, update on push_setting to pontic_app;
grant delete, insert, select, update on push_setting_organization to pontic_app;
grant delete, insert, select, update on push_subscription to pontic_app;
grant delete, insert, select, update on recovery_code to pontic_app;
grant delete, insert, select, update on refresh_token to pontic_app;
grant delete, insert, select, update on retention to pontic_app;
grant delete, insert, select, update on saved_view to pontic_app;
grant delete, insert, select, update on searched_account to pontic_app;
grant delete, insert, select, update on searched_organization to pontic_app;
grant delete, insert, select, update on session to pontic_app;
grant delete, insert, select, update on sign_in_challenge to pontic_app;
grant delete, insert, select, update on totp to pontic_app;
grant delete, insert, select, update on typed_code to pontic_app;
grant delete, insert, select, update on waiting_mail to pontic_app;
grant delete, insert, select, update on work_order to pontic_app;
grant delete, insert, select, update on work_order_operator to pontic_app;
grant delete, insert, select, update on work_order_read to pontic_app;
grant delete, insert, select, update on work_order_record to pontic_app;
grant delete, insert, select, update on work_order_search to pontic_app;
grant delete, insert, select, update on work_order_type to pontic_app;
grant select on work_order_words to pontic_app;

grant insert (account_id, account_name, action, address, at, detail, object_id, object_type, organization_id, request_id, subject_organization_ids) on audit to pontic_app;
grant update (resolved_at, resolver_id) on order_pin to pontic_app;
