/** Limits and constants, each written once. Sizes in bytes, times in ms unless named. */
export const limits = {
  requestTimeoutMs: 300_000,
  bodyBytes: 1_048_576,
  pageSizeDefault: 25,
  pageSizeMax: 100,
  filteredTotalMax: 10_000,
  passwordLengthMin: 8,
  passwordLengthMax: 20,
  passwordKindsMin: 2,
  expressNumberLengthMin: 10,
  expressNumberLengthMax: 20,
  partnerSearchLengthMin: 2,
  partnerSearchResultMax: 20,
  // Organizations that a member may choose from when he registers (threat T16)
  registrationSearchLengthMin: 2,
  registrationSearchResultMax: 20,
  imageBytesMax: 4 * 1024 * 1024,
  coverWidthMinPx: 900,
  // A picture is judged by these before it is decoded, and given up when it takes longer
  imagePixelsMax: 24_000_000,
  imageSideMaxPx: 12_000,
  imageProfileBytesMax: 1024 * 1024,
  imageScansMax: 40,
  imageSecondsMax: 5,
  imagesPerHour: 60,
  // Uploaded and never used
  imageUnusedHours: 24,
  coverImagesMax: 6,
  messageLengthMax: 4_000,
  messageImagesMax: 8,
  // Messages, questions and answers of an account
  messagesPerHour: 300,
  // Messages are gathered so long before a mail tells of them (rules §13)
  messageMailMinutes: 10,
  // What the bell tells is kept so long, and counted so far
  notificationDays: 90,
  unreadNotificationsMax: 100,
  richTextLengthMax: 10_000,
  // Days of the sample terms (requirement 9.terms)
  sampleTermsSimpleDays: 5,
  sampleTermsComplexDays: 7,
  // A draft of a new case is deleted after so many days without a change, and says so in the last ones
  caseDraftDays: 30,
  caseDraftNoticeDays: 10,
  emailVerificationHours: 24,
  passwordResetHours: 24,
  // Checks of reset codes, of one internet address
  codeChecksPerMinute: 30,
  unverifiedOrganizationDays: 7,
  // Members who registered and never confirmed their address free it again
  unverifiedMemberDays: 7,
  invitationDays: 7,
  invitationsPerDay: 100,
  // Individuals of a case; mails about shared cases of an organization to one mailbox
  sharesPerOrderMax: 50,
  shareMailsPerDay: 20,
  // Looks at invitations, of one internet address
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
  // Of one internet address
  captchasPerMinute: 20,
  captchaPicturesPerMinute: 60,
  // How long a sign-in or a re-authentication stays fresh enough for calls marked `reauthenticate`
  reauthenticationMinutes: 5,
  mfaMinutes: 5,
  mfaTries: 5,
  passkeyChallengesPerMinute: 30,
  passkeysMax: 20,
  recoveryCodes: 10,
  // Questions about addresses and names of one internet address before each further one needs a captcha
  availabilityChecksFree: 5,
  // Calls that tell whether an address or a name is taken, of one internet address (rules §4)
  availabilityChecksPerMinute: 10,
  availabilityChecksPerDay: 50,
  // Questions for names of organizations, of one internet address in a quarter of an hour, before a captcha is asked
  nameChecksFree: 30,
  // Mails that anybody can cause: calls of one internet address, mails to one mailbox
  codeMailRequestsPerQuarterHour: 10,
  codeMailsPerHour: 5,
  // Codes that are typed (rules §3)
  typedCodeMinutes: 10,
  typedCodeTriesMax: 5,
  typedCodeEverySeconds: 60,
  typedCodesPerDay: 20,
  emailChangeHours: 24,
  emailChangesPerHour: 5,
  // How long the link to the old address undoes a change of address
  emailUndoDays: 7,
  // Used and expired undo links are kept so long, to tell what became of them
  emailUndoListedDays: 30,
  passwordTriesPerQuarterHour: 10,
  dataExportsPerHour: 10,
  closedAccountDays: 30,
  apiKeyNameLengthMax: 60,
  // Live ones of an organization
  apiKeysMax: 20,
  apiKeyDaysMax: 365,
  // Dead ones stay listed so long
  apiKeyListedDays: 90,
  // Open event streams of an account, and those of a case's open previews, on one node
  eventStreamsMax: 20,
  apiKeyCallsPerMinute: 600,
  // Keys without a call for so long are marked in the list
  apiKeyUnusedDays: 90,
  // How long the link in the mail about a new key revokes it
  apiKeyRevokeLinkDays: 30,
  // Patients that a search shows, cases of one of them that are shown and erased at once
  patientsFoundMax: 50,
  patientCasesMax: 200,
  patientExportsPerHour: 20,
  patientErasureDays: 30,
  // How long finished cases are kept, unless the platform or the clinic says so
  retentionYears: 10,
  retentionImplantYears: 15,
  retentionYearsMax: 100,
  // Of one clinic and day: the rest follows on the next days
  retentionCasesPerDay: 200,
  idempotencyHours: 24,
  /** A write that stores its reply afterwards is taken for broken off, and may be repeated, after this long. */
  idempotencyClaimMinutes: 5,
  fileBytesMax: 4 * 1024 * 1024 * 1024,
  filesPerCallMax: 100,
  filesPerOrderMax: 500,
  fileNameLengthMax: 200,
  kindRecognitionBytes: 65_536,
  uploadDays: 7,
  // Bytes that differed from the declared digest are kept apart so long
  quarantineDays: 1,
  uploadChunkBytesMin: 1 * 1024 * 1024,
  uploadChunkBytesMax: 64 * 1024 * 1024,
  uploadChunkSeconds: 30,
  storageQuotaBytes: 20 * 1024 * 1024 * 1024,
  // Running cases go on beyond the quota by the larger of the two
  storageMarginBytes: 5 * 1024 * 1024 * 1024,
  storageMarginPercent: 10,
  // The most that the platform grants an organization: 1 PiB
  storageQuotaBytesMax: 1_125_899_906_842_624,
  storageWarningPercents: [80, 95],
  ticketStartSeconds: 60,
  ticketContinueHours: 24,
  previewLinkDaysDefault: 7,
  previewLinkDaysMax: 30,
  // Of one person; and what is told of a case's links and of one link's openings
  previewLinksPerHour: 60,
  previewLinksListed: 50,
  previewViewsListed: 20,
  // Openings are forgotten so long after the link's end
  previewViewDays: 90,
  // Tries at the password of a link, of one internet address and of all
  previewPasswordTriesPerQuarterHour: 10,
  previewPasswordTriesPerHour: 200,
  // How long a typed password opens a link
  previewPassHours: 12,
  orderDiscardDays: 30,
  // Organizations that the platform has deleted can be brought back so long
  deletedOrganizationDays: 30,
  // Organizations in one select of the back office
  organizationOptionsMax: 200,
  // Working days that a kind of work takes at most, closures of a laboratory, and the days of all of them together
  usualDaysMax: 60,
  closuresMax: 100,
  closedDaysMax: 400,
  savedViewsMax: 20,
  boardCardsMax: 12,
  boardCountMax: 500,
  dashboardDaysMax: 366,
  exportStartSeconds: 60,
  // Works of one prescription: two on each permanent tooth
  prescriptionItemsMax: 64,
  // Of one person
  prescriptionTemplatesMax: 100,
  // Support requests (requirement 5.workorder.lengths, rules §9)
  workOrderTitleLengthMin: 4,
  workOrderTitleLengthMax: 50,
  requestNumberLengthMin: 2,
  requestNumberLengthMax: 30,
  contactPhoneLengthMin: 8,
  contactPhoneLengthMax: 20,
  workOrderContentLengthMax: 5_000,
  // Entries of one communication record
  workOrderRecordsMax: 500,
  // Requests of an account
  workOrdersPerHour: 20,
  // A processed request resolves itself so long after it was processed, and is announced to
  workOrderAnnounceDays: 7,
  workOrderResolveDays: 14,
  workOrderTypeNameLengthMin: 2,
  workOrderTypeNameLengthMax: 50,
  // How often a way in is looked at
  pullIntervalMinutesMin: 1,
  pullIntervalMinutesMax: 10_080,
  pullIntervalMinutesDefault: 15,
  // What has come is the same at two looks that lie so far apart; files that a document names are waited for so long
  pullLookSeconds: 10,
  pullMissingFilesSeconds: 120,
  // Cases of one run; the next one goes on at the clinic's next turn
  pullCasesPerRun: 20,
  pullRunDays: 90,
  pullSettingRestoreDays: 30,
  // Deliveries are tried so long, and kept so long with the beginning of each answer (rules §11)
  pushRetryDays: 3,
  pushDeliveryDays: 90,
  pushAnswerLengthMax: 2_000,
  pushReplayMax: 100,
  pushOrganizationsMax: 1_000,
  pushSettingRestoreDays: 30,
  headerTimeoutMs: 15_000,
  bodyIdleTimeoutMs: 30_000,
} as const

/** Success code of the envelope (requirement 9.successCode). */
export const successCode = 0

/** Public identity of the portal's own client (requirement 9.client; rules §3: required but public). */
export const portalClient = { id: 'pontic-web', secret: 'public' } as const

/** Public salt of the password digest (rules §3). */
export const passwordDigestSalt = 'pontic.password.v1'
