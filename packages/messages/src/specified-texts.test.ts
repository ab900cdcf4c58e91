import { expect, test } from 'vitest'
import { type MessageKey, translate } from './index.ts'

/** Sentences quoted in the specification (sections 5, 8 and 9), with their keys. */
const specified: [sentence: string, key: MessageKey][] = [
  ['Required.', 'fields.required'],
  ['Email is incorrect.', 'fields.email'],
  ['Input is incorrect.', 'fields.type'],
  ['The input is incorrect', 'fields.pattern'],
  ['Organization is unavailable', 'session.registration.unavailable'],
  ['Organization is unavailable.', 'errors.organization.name_taken'],
  ['Please choose organization, clinic or lab.', 'fields.organization_chosen'],
  ['This email address is not available.', 'errors.account.email_taken'],
  ['This email address is not available.', 'fields.email_taken'],
  ['Image size cannot exceed 4MB.', 'errors.image.too_large'],
  ['Failed to upload the picture, try later.', 'ui.image.failed'],
  ['The new and the old password are the same.', 'errors.account.password_same'],
  ['The new and the confirmed password are inconsistent.', 'fields.password_inconsistent'],
  ['The new email is the same as the old one.', 'fields.email_same'],
  ['The email is empty or in an incorrect format.', 'fields.email_format'],
  ['No matching partners found, please search again.', 'partners.noMatch'],
  ['Please enter at least two characters.', 'fields.two_characters'],
  [
    'Your password is too simple. Please reset your password before logging in.',
    'errors.session.password_too_simple',
  ],
  ['Loading...', 'ui.loading'],
  ['Info', 'ui.notices.info'],
  ['Warning', 'ui.notices.warning'],
  ['Error', 'ui.notices.error'],
  ['Normal', 'support.priority.normal'],
  ['Important', 'support.priority.important'],
  ['Critical', 'support.priority.critical'],
  ['Submitted', 'support.status.submitted'],
  ['Assigned', 'support.status.assigned'],
  ['In progress', 'support.status.in_progress'],
  ['Closed', 'support.status.closed'],
  ['Processed', 'support.status.processed'],
  ['Resolved', 'support.status.resolved'],
  ['Unresolved', 'support.status.unresolved'],
]

test.each(specified)('the English catalogue has “%s” under %s', (sentence, key) => {
  expect(translate('en_US', key)).toBe(sentence)
})

test('the message about a failed download of patient data begins with the specified sentence, followed by the reason', () => {
  expect(translate('en_US', 'patients.panel.exportFailed', { reason: 'No connection.' })).toBe(
    'Download patient info failed: No connection.',
  )
})
