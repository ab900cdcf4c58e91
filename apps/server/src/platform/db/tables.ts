// Printed from the catalogs by `npx vitest run apps/server/src/platform/db/database.test.ts -u`.
import type {
  ErrorKey,
  FileKind,
  FileRole,
  KeyPermission,
  LabRequirement,
  Language,
  OrderStatus,
  PullReason,
  PushEvent,
  TimelineKind,
} from '@pontic/contract'
import type { ColumnType, Generated } from 'kysely'

/** timestamptz: read as ISO 8601 with microseconds; written as the same or as a Date. */
type Time = ColumnType<string, Date | string, Date | string>
type TimeWithDefault = ColumnType<string, Date | string | undefined, Date | string>

/** The tables and views of the schema `public`. */
export type Tables = {
  access_token: {
    token_sha256: Buffer
    session_id: string
    expires_at: Time
  }
  account: {
    id: string
    email: string
    name: string
    password_hash: string
    organization_id: string
    is_organization_administrator: Generated<boolean>
    membership: Generated<'active' | 'waiting'>
    disabled_at: Time | null
    deleted_at: Time | null
    email_verified_at: Time | null
    telephone: string | null
    location: string | null
    license_number: string | null
    avatar: string | null
    accepts_order_sms: Generated<boolean>
    accepts_order_email: Generated<boolean>
    language: Generated<Language>
    created_at: TimeWithDefault
    updated_at: TimeWithDefault
    two_factor_at: Time | null
    avatar_image_id: string | null
    interface_size: Generated<'small' | 'medium' | 'large'>
    teeth_numbering: Generated<'fdi' | 'universal' | 'palmer'>
    time_zone: string | null
    password_changed_at: Time | null
    erased_at: Time | null
    must_change_password: Generated<boolean>
    is_software: Generated<boolean>
    is_banned: Generated<boolean>
    is_deleted_by_platform: Generated<boolean>
    mail_frequency: Generated<'at_once' | 'hourly' | 'daily'>
    mail_zone: string | null
  }
  account_words: {
    id: string
    is_listed: boolean
    since: Time
    name: string
    text: string
    pairs: string[]
  }
  api_key: {
    id: string
    organization_id: string
    account_id: string
    session_id: string | null
    name: string
    start: string
    secret_sha256: Buffer
    scopes: KeyPermission[]
    created_by: string | null
    created_by_name: string
    created_at: Time
    expires_at: Time
    last_used_at: Time | null
    last_used_from: string | null
    revoked_at: Time | null
    revoked_by_name: string | null
    revoked_by: string | null
  }
  api_key_link: {
    code_sha256: Buffer
    api_key_id: string
    account_id: string
    expires_at: Time
    used_at: Time | null
  }
  attempt: {
    subject: string
    times: string[]
    was_admitted: boolean
    expires_at: Time
  }
  attempt_count: {
    subject: string
    window_start: Time
    count: number
  }
  audit: {
    id: ColumnType<number, never, never>
    at: TimeWithDefault
    account_id: string | null
    account_name: Generated<string>
    organization_id: string | null
    action: string
    object_type: string
    object_id: string
    subject_organization_ids: Generated<string[]>
    address: Generated<string>
    request_id: Generated<string>
    detail: Generated<unknown>
  }
  audit_check: {
    id: string
    checked_at: Time
    checked_to: number
    broken_from: number | null
    broken_to: number | null
  }
  audit_concern: {
    concerned_id: string
    at: Time
    audit_id: number
  }
  audit_seal: {
    last_audit_id: number
    sealed_at: TimeWithDefault
    rows: number
    sha256: Buffer
  }
  captcha: {
    id: string
    purpose: 'login' | 'availability'
    kind: 'graphic' | 'mail'
    email: Generated<string>
    tries: Generated<number>
    expires_at: Time
    used_at: Time | null
  }
  case_draft: {
    id: string
    organization_id: string
    created_by: string | null
    patient_name: string
    type: number
    content: Generated<unknown>
    version: number
    order_id: string | null
    created_at: Time
    updated_at: Time
  }
  case_mail: {
    account_id: string
    order_id: string
    mailed_at: Time
  }
  design_review_step: {
    id: string
    order_id: string
    lab_id: string
    kind: 'requested' | 'files' | 'reopened' | 'withdrawn' | 'approved' | 'changes' | 'waived'
    version: number
    at: Time
    account_id: string | null
    account_name: string
    organization_id: string
    organization_name: string
    note: string
    aspects: Generated<unknown>
    files: Generated<unknown>
  }
  development_message: {
    id: string
    kind: 'mail' | 'sms'
    sent_at: TimeWithDefault
    recipient: string
    subject: Generated<string>
    body_text: string
    body_html: Generated<string>
    links: Generated<string[]>
  }
  download_ticket: {
    ticket_sha256: Buffer
    session_id: string
    order_id: string
    file_id: string | null
    created_at: TimeWithDefault
    started_at: Time | null
    expires_at: Time
  }
  email_code: {
    code_sha256: Buffer
    account_id: string
    purpose: 'verify_email' | 'reset_password' | 'modify_email'
    email: string
    created_at: TimeWithDefault
    expires_at: Time
    used_at: Time | null
  }
  email_undo: {
    code_sha256: Buffer
    account_id: string
    email: string
    new_email: string
    created_at: Time
    expires_at: Time
    used_at: Time | null
  }
  erasure: {
    id: string
    organization_id: string
    kind: 'patient' | 'retention'
    code: string
    patient_name: string | null
    requested_by: string | null
    requested_by_name: string
    requested_at: Time
    due_at: Time
    copies: Generated<unknown>
    undone_at: Time | null
    undone_by_name: string | null
    done_at: Time | null
    undone_by: string | null
  }
  erasure_order: {
    erasure_id: string
    order_id: string
    code: string
  }
  idempotency_key: {
    account_id: string | null
    key: string
    request_sha256: Buffer
    status: number | null
    reply: string | null
    created_at: TimeWithDefault
  }
  image: {
    id: string
    purpose: 'avatar' | 'logo' | 'cover' | 'message' | 'workorder'
    kind: 'jpeg' | 'png'
    sha256: Buffer
    size_bytes: number
    width_px: number
    height_px: number
    account_id: string
    organization_id: string
    created_at: TimeWithDefault
    used_at: Time | null
  }
  invitation: {
    id: string
    kind: 'member' | 'person' | 'partner'
    organization_id: string
    inviter_account_id: string | null
    inviter_name: string
    email: string | null
    secret_sha256: Buffer
    created_at: TimeWithDefault
    expires_at: Time
    accepted_at: Time | null
    accepted_account_id: string | null
    withdrawn_at: Time | null
  }
  invitation_order: {
    invitation_id: string
    order_id: string
    may_download: Generated<boolean>
  }
  lab_calendar: {
    organization_id: string
    working_days: number[]
    holidays: Generated<unknown>
    usual_days: Generated<unknown>
    updated_at: Time
    cases_per_day: number | null
  }
  lab_count_start: {
    id: Generated<number>
    at: Time
  }
  lab_received_count: {
    lab_id: string
    at: Time
    slot: number
    count: number
  }
  lab_shipped_count: {
    lab_id: string
    at: Time
    type: number
    due_on: string
    slot: number
    count: number
    seconds: number
  }
  laboratory_requirements: {
    organization_id: string
    requirements: LabRequirement[]
    updated_at: TimeWithDefault
  }
  list_export: {
    ticket_sha256: Buffer
    session_id: string
    list: string
    query: Generated<unknown>
    language: Language
    zone: string
    created_at: Time
  }
  mesh: {
    key: Buffer
    content_sha256: Buffer
    state: Generated<'waiting' | 'coarse' | 'ready' | 'failed'>
    reason: string | null
    levels: Generated<unknown>
    facts: Generated<unknown>
    has_picture: Generated<boolean>
    attempts: Generated<number>
    created_at: Time
    finished_at: Time | null
    version: Generated<number>
  }
  notification: {
    id: string
    account_id: string
    kind: string
    order_id: string | null
    organization_id: string
    reason: string | null
    day: string | null
    count: Generated<number>
    created_at: Time
    read_at: Time | null
    work_order_id: string | null
  }
  order_change: {
    lab_id: string
    order_id: string
    transaction: Generated<number>
    place: ColumnType<number, never, never>
    changed_at: TimeWithDefault
    acknowledged_at: Time | null
  }
  order_change_epoch: {
    id: Generated<number>
    ahead: Generated<number>
  }
  order_day_count: {
    scope_id: string
    day: string
    upto: Generated<number[]>
    by_type: Generated<number[]>
    detail: Generated<unknown>
  }
  order_event: {
    id: string
    order_id: string
    at: TimeWithDefault
    kind: TimelineKind
    from_status: OrderStatus | null
    to_status: OrderStatus | null
    account_id: string | null
    account_name: string
    organization_id: string | null
    organization_name: string
    note: Generated<string>
    reason: string | null
    delivery_on: string | null
    express_number: string | null
    lab_id: string | null
    technician_id: string | null
  }
  order_file: {
    id: string
    order_id: string
    organization_id: string
    account_id: string
    account_name: string
    party: 'clinic' | 'lab'
    name: string
    role: FileRole
    kind: FileKind | null
    state: Generated<'announced' | 'uploading' | 'received' | 'verified' | 'refused'>
    refusal: string | null
    size_bytes: number
    received_bytes: Generated<number>
    sha256: Buffer | null
    crc32: number | null
    created_at: TimeWithDefault
    verified_at: Time | null
    expires_at: Time | null
    removed_at: Time | null
    released_at: Time | null
    reused_from: string | null
    is_counted: Generated<boolean>
    mesh_key: Buffer | null
    unit: 'mm' | 'cm' | 'm' | 'inch' | 'um' | null
    progressed_at: Time | null
    upload_parts: string | null
  }
  order_message: {
    id: string
    order_id: string
    lab_id: string
    at: Time
    kind: 'message' | 'question' | 'answer' | 'withdrawal'
    question_id: string | null
    party: 'clinic' | 'lab'
    account_id: string
    body: string
  }
  order_message_image: {
    message_id: string
    image_id: string
    place: number
  }
  order_pin: {
    id: string
    order_id: string
    lab_id: string
    number: number
    message_id: string | null
    review_step_id: string | null
    aspect: 'margin' | 'contacts' | 'occlusion' | 'shape' | 'shade' | 'insertion' | null
    file_id: string
    file_sha256: Buffer
    place: Generated<unknown>
    note: string
    image_id: string | null
    resolved_at: Time | null
    resolver_id: string | null
  }
  order_question: {
    id: string
    order_id: string
    lab_id: string
    asked_by: 'clinic' | 'lab'
    reason: string
    state: Generated<'open' | 'answered' | 'withdrawn' | 'lapsed'>
    asked_at: Time
    ended_at: Time | null
    days_moved: number | null
    delivery_on: string | null
  }
  order_read: {
    order_id: string
    account_id: string
    read_to: Time
  }
  order_remake: {
    order_id: string
    original_id: string
    clinic_id: string
    lab_id: string
    created_at: Time
    clinic_cause: 'scan' | 'clinic' | 'patient' | 'design' | 'lab' | 'other'
    clinic_note: Generated<string>
    lab_cause: 'scan' | 'clinic' | 'patient' | 'design' | 'lab' | 'other' | null
    lab_note: Generated<string>
    lab_noted_at: Time | null
  }
  order_search: {
    order_id: string
    clinic_id: string
    lab_id: string | null
    is_at_lab: boolean
    created_at: Time
    is_listed: boolean
    text: string
    pairs: string[]
  }
  order_share: {
    order_id: string
    account_id: string
    may_download: boolean
    shared_at: TimeWithDefault
  }
  order_share_address: {
    order_id: string
    email: string
    may_download: boolean
    shared_at: Time
    shared_by: string | null
    account_id: string | null
  }
  order_withdrawal: {
    lab_id: string
    order_id: string
    order_created_at: Time
    withdrawn_at: TimeWithDefault
  }
  orders: {
    id: string
    number: string
    clinic_id: string
    lab_id: string | null
    status: Generated<'scanned' | 'uploaded' | 'pending' | 'accepted' | 'shipped' | 'completed' | 'rejected'>
    type: 0 | 1 | 2 | 7
    version: Generated<number>
    patient_name: string
    doctor: Generated<string>
    scan_date: string | null
    delivery_on: string | null
    is_delivery_confirmed: Generated<boolean>
    equipment_number: Generated<string>
    software_version: Generated<string>
    other_requirements: Generated<string>
    remark: Generated<string>
    sender_account_id: string | null
    sender_name: Generated<string>
    updater_name: Generated<string>
    operator: Generated<string>
    express_number: string | null
    carrier: Generated<string>
    tracking_note: Generated<string>
    send_waiting_lab_id: string | null
    send_waiting_account_id: string | null
    has_no_scans: Generated<boolean>
    created_by: string
    created_at: TimeWithDefault
    updated_at: TimeWithDefault
    sent_at: Time | null
    discarded_at: Time | null
    files_total: Generated<number>
    files_verified: Generated<number>
    bytes_total: Generated<number>
    bytes_received: Generated<number>
    search_text: string | null
    search_pairs: string[] | null
    question_open_since: Time | null
    question_waits_for: 'clinic' | 'lab' | null
    at_risk_on: string | null
    deleted_at: Time | null
    deleted_by: string | null
    erased_at: Time | null
    picture_file_id: string | null
    work: Generated<unknown>
    technician_id: string | null
    proposed_on: string | null
    review_state: Generated<'none' | 'requested' | 'changes_asked' | 'approved'>
    is_review_required: Generated<boolean>
    updater_id: string | null
    operator_id: string | null
  }
  org_status_count: {
    organization_id: string
    status: OrderStatus
    count: number
  }
  org_status_slot: {
    organization_id: string
    status: OrderStatus
    count: number
    slot: Generated<number>
  }
  organization: {
    id: string
    name: string
    name_key: string
    business_type: 255 | 1 | 2 | 3
    registered_at: TimeWithDefault
    verified_at: Time | null
    banned_at: Time | null
    deleted_at: Time | null
    address: Generated<string>
    contact_person: Generated<string>
    postal_code: Generated<string>
    office_phone: Generated<string>
    mobile_phone: Generated<string>
    email: Generated<string>
    license_number: Generated<string>
    about: Generated<string>
    website_url: Generated<string>
    terms: Generated<string>
    remark: Generated<string>
    auto_accepts_partners: Generated<boolean>
    storage_quota_bytes: Generated<number>
    storage_used_bytes: Generated<number>
    search_text: ColumnType<string | null, never, never>
    search_pairs: ColumnType<string[] | null, never, never>
    requires_two_factor: Generated<boolean>
    logo_image_id: string | null
    cover_image_ids: Generated<string[]>
    erased_at: Time | null
  }
  organization_words: {
    id: string
    is_listed: boolean
    since: Time
    name: string
    text: string
    pairs: string[]
  }
  outlet_state: {
    name: string
    last_sent_at: Time | null
    failing_since: Time | null
    failure: string | null
  }
  partnership: {
    low_id: string
    high_id: string
    status: 'requested' | 'partner'
    requested_by: string
    message: Generated<string>
    requested_at: TimeWithDefault
    decided_at: Time | null
  }
  passkey: {
    id: string
    account_id: string
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    transports: Generated<string[]>
    name: string
    is_synced: boolean
    created_at: Time
    last_used_at: Time | null
  }
  patient_export: {
    ticket_sha256: Buffer
    session_id: string
    organization_id: string
    order_ids: string[]
    created_at: Time
    draft_ids: Generated<string[]>
  }
  platform_status_count: {
    slot: number
    status: OrderStatus
    count: number
  }
  pontic_migration: {
    name: string
    applied_at: TimeWithDefault
  }
  prescription: {
    order_id: string
    body: Generated<unknown>
    updated_by: string | null
    updated_at: TimeWithDefault
    more: Generated<unknown>
  }
  prescription_preferences: {
    account_id: string | null
    organization_id: string | null
    body: Generated<unknown>
    updated_at: TimeWithDefault
  }
  prescription_template: {
    id: string
    organization_id: string
    account_id: string
    account_name: string
    is_shared: boolean
    name: string
    body: Generated<unknown>
    created_at: TimeWithDefault
    updated_at: TimeWithDefault
    more: Generated<unknown>
  }
  preview_link: {
    id: string
    order_id: string
    organization_id: string
    created_by: string
    created_at: TimeWithDefault
    expires_at: Time
    revoked_at: Time | null
    views: Generated<number>
    file_ids: string[] | null
    password_hash: string | null
    revoked_by: string | null
    allows_tools: Generated<boolean>
  }
  preview_link_view: {
    id: ColumnType<number, never, never>
    link_id: string
    viewed_at: Time
    network: string
    browser: string
    system: string
  }
  pull_case: {
    setting_id: string
    system: string
    source_id: string
    order_id: string
    taken_at: Time
  }
  pull_item: {
    id: string
    setting_id: string
    path: string
    state: 'waiting' | 'taken' | 'refused'
    reason: PullReason | null
    detail: Generated<string>
    fingerprint: Buffer
    head_fingerprint: Buffer
    system: string | null
    order_id: string | null
    first_seen_at: Time
    unchanged_since: Time
    seen_at: Time
    upload_ids: Generated<string[]>
  }
  pull_run: {
    id: string
    setting_id: string
    cause: 'interval' | 'demand' | 'look'
    started_at: Time
    finished_at: Time | null
    taken_count: Generated<number>
    waiting_count: Generated<number>
    refused_count: Generated<number>
    failure: ErrorKey | null
  }
  pull_setting: {
    id: string
    name: string
    clinic_id: string
    kind: 'sftp' | 's3' | 'https' | 'folder'
    address: string
    folder: string
    bucket: string | null
    region: string | null
    user_name: string | null
    host_fingerprint: string | null
    secrets: Buffer | null
    secret_names: string[]
    format: string
    interval_minutes: number
    is_enabled: boolean
    created_at: Time
    next_run_at: Time
    deleted_at: Time | null
  }
  push_attempt: {
    delivery_id: string
    place: number
    at: Time
    took_ms: number
    status: number | null
    error: string | null
    error_params: Generated<unknown>
    answer: string
  }
  push_delivery: {
    id: string
    setting_id: string
    organization_id: string | null
    order_id: string | null
    order_event_id: string | null
    event: string | null
    state: 'waiting' | 'delivered' | 'failed' | 'dropped'
    attempts: Generated<number>
    last_status: number | null
    last_error: string | null
    last_error_params: Generated<unknown>
    created_at: Time
    retry_until: Time
    next_at: Time | null
    ended_at: Time | null
  }
  push_key: {
    id: Generated<number>
    public_key: Buffer
    private_sealed: Buffer
    created_at: Time
  }
  push_setting: {
    id: string
    name: string
    kind: 'webhook' | 'sftp' | 's3' | 'folder'
    address: string
    folder: string
    bucket: string | null
    region: string | null
    user_name: string | null
    host_fingerprint: string | null
    secrets: Buffer | null
    secret_names: string[]
    events: PushEvent[]
    format: 'pontic' | 'exocad' | 'fhir' | 'files'
    includes_files: boolean
    is_enabled: boolean
    switched_off_because: 'gone' | 'platform' | null
    created_at: Time
    updated_at: Time
    deleted_at: Time | null
    organization_id: string | null
  }
  push_setting_organization: {
    setting_id: string
    organization_id: string
  }
  push_subscription: {
    session_id: string
    account_id: string
    endpoint: string
    public_key: Buffer
    secret: Buffer
    created_at: Time
  }
  recovery_code: {
    account_id: string
    code_sha256: Buffer
    used_at: Time | null
  }
  refresh_token: {
    token_sha256: Buffer
    session_id: string
    parent_sha256: Buffer | null
    created_at: TimeWithDefault
    expires_at: Time
    spent_at: Time | null
    died_at: Time | null
  }
  retention: {
    scope_id: string
    years: number
    implant_years: number
    updated_at: Time
  }
  saved_view: {
    id: string
    account_id: string
    name: string
    content: Generated<unknown>
    created_at: Time
    updated_at: Time
  }
  searched_account: {
    id: string
    is_listed: boolean
    since: Time
    name: string
    text: string
    pairs: string[]
  }
  searched_organization: {
    id: string
    is_listed: boolean
    since: Time
    name: string
    text: string
    pairs: string[]
  }
  session: {
    id: string
    account_id: string
    is_remembered: boolean
    created_at: TimeWithDefault
    last_used_at: TimeWithDefault
    expires_at: Time
    revoked_at: Time | null
    revoked_for: 'logout' | 'reuse' | 'password' | 'disabled' | 'expired' | 'two_factor' | 'email_undo' | null
    user_agent: Generated<string>
    address: Generated<string>
    authenticated_at: Time | null
  }
  sign_in_challenge: {
    token_sha256: Buffer
    purpose: 'mfa' | 'passkey' | 'register'
    account_id: string | null
    challenge: Buffer
    tries: Generated<number>
    expires_at: Time
    used_at: Time | null
  }
  totp: {
    account_id: string
    secret_encrypted: Buffer
    created_at: Time
    confirmed_at: Time | null
    last_step: Generated<number>
  }
  typed_code: {
    account_id: string
    purpose: 'reset_password' | 'mobile'
    code_hmac: Buffer
    target: string
    tries: Generated<number>
    created_at: Time
    expires_at: Time
  }
  waiting_mail: {
    id: string
    account_id: string
    order_id: string
    template: string
    params: Generated<unknown>
    language: string
    link: string
    created_at: Time
  }
  work_order: {
    id: string
    number: string
    organization_id: string
    submitter_id: string
    type_id: string
    priority: 'normal' | 'important' | 'critical'
    title: string
    content: string
    request_number: string | null
    contact_phone: string | null
    image_id: string | null
    status: 'submitted' | 'assigned' | 'in_progress' | 'processed' | 'resolved' | 'unresolved' | 'closed'
    operator_id: string | null
    version: Generated<number>
    submitted_at: Time
    updated_at: Time
    updated_by: string | null
    processed_at: Time | null
    announced_at: Time | null
  }
  work_order_operator: {
    account_id: string
    created_at: Time
  }
  work_order_read: {
    work_order_id: string
    account_id: string
    read_to: Time
  }
  work_order_record: {
    id: string
    work_order_id: string
    at: Time
    kind:
      | 'submit'
      | 'assign'
      | 'release'
      | 'reply'
      | 'processed'
      | 'announce'
      | 'resolved'
      | 'unresolved'
      | 'close'
    account_id: string | null
    side: 'submitter' | 'platform'
    to_status: string
    operator_id: string | null
    body: Generated<string>
    image_id: string | null
  }
  work_order_search: {
    work_order_id: string
    text: string
    pairs: string[]
  }
  work_order_type: {
    id: string
    code: 'system_issue' | 'ui_issue' | 'test_work_order_type' | 'test_type' | null
    name: string
    operator_id: string | null
    created_at: TimeWithDefault
    deleted_at: Time | null
  }
  work_order_words: {
    work_order_id: string
    submitter_id: string
    organization_id: string
    text: string
    pairs: string[]
  }
}
