/**
 * Limits and constants. The name contains the unit, such as `Bytes`, `Px` or `Minutes`. `Length` is a number
 * of characters, and a number without a unit is a number of items.
 */
export const limits = {
  requestTimeoutMs: 300_000,
  bodyBytes: 1_048_576,
  pageSizeDefault: 25,
  pageSizeMax: 100,
  filteredTotalMax: 10_000,
  sortedTotalMax: 20_000,
  passwordLengthMin: 8,
  passwordLengthMax: 20,
  passwordKindsMin: 2,
  expressNumberLengthMin: 10,
  expressNumberLengthMax: 20,
  partnerSearchLengthMin: 2,
  partnerSearchResultMax: 20,
  // Search of a new member for the organization to join (threat T16)
  registrationSearchLengthMin: 2,
  registrationSearchResultMax: 20,
  imageBytesMax: 4 * 1024 * 1024,
  coverWidthMinPx: 900,
  // Pixels, sides, colour profile and the scans of a progressive JPEG are checked before a picture is
  // decoded; decoding is aborted after `imageSecondsMax`
  imagePixelsMax: 24_000_000,
  imageSideMaxPx: 12_000,
  imageProfileBytesMax: 1024 * 1024,
  imageScansMax: 40,
  imageSecondsMax: 5,
  imagesPerHour: 60,
  // Hours after which an uploaded picture that nothing uses is deleted
  imageUnusedHours: 24,
  coverImagesMax: 6,
  messageLengthMax: 4_000,
  messageImagesMax: 8,
  reviewNoteLengthMax: 1_000,
  reviewFilesMax: 50,
  // Pins of a message, of an assessment and of a case; how far a pin may be from the origin of its file
  messagePinsMax: 10,
  reviewPinsMax: 30,
  orderPinsMax: 500,
  pinNoteLengthMax: 500,
  pinReachMm: 10_000,
  // Messages, questions and answers per account
  messagesPerHour: 300,
  // Time for which new messages are collected in one mail (rules §13)
  messageMailMinutes: 10,
  // Retention of notifications, and the number up to which unread ones are counted
  notificationDays: 90,
  unreadNotificationsMax: 100,
  richTextLengthMax: 10_000,
  // Days of the sample terms (requirement 9.terms)
  sampleTermsSimpleDays: 5,
  sampleTermsComplexDays: 7,
  // Days without a change after which a draft of a new case is deleted; days before the deletion on which a notice is shown
  caseDraftDays: 30,
  caseDraftNoticeDays: 10,
  // Drafts of a clinic; length of a text in a draft; prescriptions in a draft
  caseDraftsMax: 500,
  draftTextLengthMax: 5_000,
  draftPrescriptionsMax: 16,
  // Size of an order document that fills in a new case
  documentBytesMax: 2 * 1024 * 1024,
  emailVerificationHours: 24,
  passwordResetHours: 24,
  // Checks of reset codes, per IP address
  codeChecksPerMinute: 30,
  unverifiedOrganizationDays: 7,
  // After this time, members who never verified their address are deleted, and the address becomes available
  unverifiedMemberDays: 7,
  invitationDays: 7,
  invitationsPerDay: 100,
  // Individuals per case; mails from an organization to one address about shared cases
  sharesPerOrderMax: 50,
  shareMailsPerDay: 20,
  // Reads of invitations, per IP address
  invitationReadsPerMinute: 30,
  accessTokenMinutes: 30,
  refreshGraceSeconds: 60,
  sessionIdleHours: 12,
  sessionRememberedDays: 30,
  sessionAbsoluteDays: 90,
  accountFailuresCaptcha: 5,
  accountFailuresLocked: 10,
  addressFailuresCaptcha: 20,
  addressFailuresLocked: 100,
  failureWindowMinutes: 15,
  captchaMinutes: 5,
  captchaTries: 5,
  // Per IP address
  captchasPerMinute: 20,
  captchaPicturesPerMinute: 60,
  // Maximum age of the sign-in or re-authentication for calls with `reauthenticate`
  reauthenticationMinutes: 5,
  mfaMinutes: 5,
  mfaTries: 5,
  passkeyChallengesPerMinute: 30,
  passkeysMax: 20,
  recoveryCodes: 10,
  // Checks of addresses and names per IP address before further checks need a captcha
  availabilityChecksFree: 5,
  // Calls that reveal whether an address or a name is in use, per IP address (rules §4)
  availabilityChecksPerMinute: 10,
  availabilityChecksPerDay: 50,
  // Checks of organization names per IP address in a quarter of an hour, before a captcha is required
  nameChecksFree: 30,
  // Mails that are requested without a session: calls per IP address, mails per mailbox
  codeMailRequestsPerQuarterHour: 10,
  codeMailsPerHour: 5,
  // Codes of six digits (rules §3)
  typedCodeMinutes: 10,
  typedCodeTriesMax: 5,
  typedCodeEverySeconds: 60,
  typedCodesPerDay: 20,
  emailChangeHours: 24,
  emailChangesPerHour: 5,
  // Validity of the link with which the old address reverts a change of address
  emailUndoDays: 7,
  // Days for which such a link still shows its state after it was used or has expired
  emailUndoKeptDays: 30,
  passwordTriesPerQuarterHour: 10,
  dataExportsPerHour: 10,
  closedAccountDays: 30,
  apiKeyNameLengthMax: 60,
  // Active keys of an organization
  apiKeysMax: 20,
  apiKeyDaysMax: 365,
  // Days for which expired and revoked keys remain listed
  apiKeyListedDays: 90,
  // Event streams per node: of one account, or of the open previews of one case
  eventStreamsMax: 20,
  apiKeyCallsPerMinute: 600,
  // Days without a call after which a key is marked as unused
  apiKeyUnusedDays: 90,
  // Validity of the link in the mail about a new key that revokes it
  apiKeyRevokeLinkDays: 30,
  // Patients in a search result; cases of a patient that one reply or erasure contains
  patientsFoundMax: 50,
  patientCasesMax: 200,
  patientExportsPerHour: 20,
  patientErasureDays: 30,
  // Default retention of finished cases
  retentionYears: 10,
  retentionImplantYears: 15,
  retentionYearsMax: 100,
  // Cases erased per clinic and day
  retentionCasesPerDay: 200,
  idempotencyHours: 24,
  /** A write with an Idempotency-Key that has stored no reply after this time counts as failed and may be repeated. */
  idempotencyClaimMinutes: 5,
  fileBytesMax: 4 * 1024 * 1024 * 1024,
  filesPerCallMax: 100,
  filesPerOrderMax: 500,
  fileNameLengthMax: 200,
  kindRecognitionBytes: 65_536,
  uploadDays: 7,
  // Seconds without new bytes after which the upload of a case counts as stopped; and maximum number of cases with unfinished uploads in a list
  uploadQuietSeconds: 60,
  unfinishedUploadsMax: 50,
  // First bytes of an unfinished upload by which a browser recognizes the same file
  uploadHeadBytes: 1024 * 1024,
  // Days for which a file is stored whose bytes do not match the declared digest
  quarantineDays: 1,
  uploadChunkBytesMin: 1 * 1024 * 1024,
  uploadChunkBytesMax: 64 * 1024 * 1024,
  uploadChunkSeconds: 30,
  storageQuotaBytes: 20 * 1024 * 1024 * 1024,
  // Uploads to cases after the status `scanned` may exceed the quota by the larger of these two margins
  storageMarginBytes: 5 * 1024 * 1024 * 1024,
  storageMarginPercent: 10,
  // The highest quota that the platform grants an organization: 1 PiB
  storageQuotaBytesMax: 1_125_899_906_842_624,
  storageWarningPercents: [80, 95],
  ticketStartSeconds: 60,
  ticketContinueHours: 24,
  previewLinkDaysDefault: 7,
  previewLinkDaysMax: 30,
  // New links per person; listed links of a case and visits of a link
  previewLinksPerHour: 60,
  previewLinksListed: 50,
  previewViewsListed: 20,
  // Days for which visits of preview links are stored
  previewViewDays: 90,
  // Tries of a link's password, per IP address and in total
  previewPasswordTriesPerQuarterHour: 10,
  previewPasswordTriesPerHour: 200,
  // Validity of the pass that a visitor gets for the password of a link
  previewPassHours: 12,
  orderDiscardDays: 30,
  // Time during which deleted organizations can be restored by the platform
  deletedOrganizationDays: 30,
  // Organizations in a select of the back office
  organizationOptionsMax: 200,
  // Working days for a kind of work; closures of a laboratory; total days of its closures
  usualDaysMax: 60,
  // Working days and technicians with a column on the board
  boardDays: 5,
  boardTechniciansMax: 24,
  casesPerDayMax: 999,
  closuresMax: 100,
  closedDaysMax: 400,
  savedViewsMax: 20,
  boardCardsMax: 12,
  boardCountMax: 500,
  dashboardDaysMax: 366,
  inboxRowsMax: 5,
  productionDueDays: 14,
  exportStartSeconds: 60,
  // Works per prescription: two on each permanent tooth
  prescriptionItemsMax: 64,
  // Prescriptions of a case besides the first: one for each other type
  morePrescriptionsMax: 3,
  // Templates of a person
  prescriptionTemplatesMax: 100,
  // Support requests (requirement 5.workorder.lengths, rules §9)
  workOrderTitleLengthMin: 4,
  workOrderTitleLengthMax: 50,
  requestNumberLengthMin: 2,
  requestNumberLengthMax: 30,
  contactPhoneLengthMin: 8,
  contactPhoneLengthMax: 20,
  workOrderContentLengthMax: 5_000,
  // Entries per support request
  workOrderRecordsMax: 500,
  // Support requests of an account
  workOrdersPerHour: 20,
  // Days after which the submitter of a processed request is reminded, and after which it is resolved automatically
  workOrderAnnounceDays: 7,
  workOrderResolveDays: 14,
  workOrderTypeNameLengthMin: 2,
  workOrderTypeNameLengthMax: 50,
  // Interval of polls of a pull setting
  pullIntervalMinutesMin: 1,
  pullIntervalMinutesMax: 10_080,
  pullIntervalMinutesDefault: 15,
  // Seconds for which a file must stay unchanged to be complete; seconds to wait for files that a document names
  pullLookSeconds: 10,
  pullMissingFilesSeconds: 120,
  // Cases that one poll imports; the next poll imports further cases
  pullCasesPerRun: 20,
  pullRunDays: 90,
  pullSettingRestoreDays: 30,
  // Days for which deliveries are retried and stored; stored length of each response (rules §11)
  pushRetryDays: 3,
  pushDeliveryDays: 90,
  pushAnswerLengthMax: 2_000,
  pushReplayMax: 100,
  pushOrganizationsMax: 1_000,
  ownPushSettingsMax: 5,
  pushSettingRestoreDays: 30,
  headerTimeoutMs: 15_000,
  bodyIdleTimeoutMs: 30_000,
} as const

/** Success code of the envelope (requirement 9.successCode). */
export const successCode = 0

/** Public identity of the portal's own client (requirement 9.client; rules §3: required but public). */
export const portalClient = { id: 'pontic-web', secret: 'public' } as const

/** Grant type for signing in with only a passkey, an extension grant of RFC 6749 §4.5. */
export const passkeyGrant = 'urn:pontic:grant:passkey'

/** Public salt of the password digest (rules §3). */
export const passwordDigestSalt = 'pontic.password.v1'
