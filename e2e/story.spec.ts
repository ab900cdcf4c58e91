import { expect } from '@playwright/test'
import { lowerScan, upperScan } from './cases.ts'
import { createPhoto, dropFiles } from './drop.ts'
import { mouse } from './hands.ts'
import { slowUploads, waitForShare, watchUploads } from './network.ts'
import { test } from './people.ts'
import {
  becomePartners,
  checkMails,
  compareTimelines,
  expectStatus,
  finishCase,
  joinPontic,
  mainMenu,
  markPage,
  receiveCase,
  registerCase,
} from './story.ts'

const patient = 'Henrietta Quimby'

// Slow, because the test covers all steps of a case in two browser windows that render 3D.
test.slow()

test('a case goes from a clinic to a laboratory and back, with a reload during the upload', async ({
  openPage,
}) => {
  const clinic = await joinPontic(await openPage(), mouse, 'clinic')
  const lab = await joinPontic(await openPage(), mouse, 'lab')
  await becomePartners(clinic, lab)
  await mainMenu(lab.page, 'Case list').click()

  const { page } = clinic
  const files = [upperScan(), lowerScan(), await createPhoto(page)]
  // The upload begins while the prescription is filled in, and must not be complete before the reload. It takes 50 seconds.
  const line = await slowUploads(page, 130_000)
  await registerCase(clinic, lab, patient, files)
  await expectStatus(page, 'Scanned')
  await expect(
    page.getByText('Will be sent to the laboratory when the upload is complete and the scans are checked.'),
  ).toBeVisible()
  await waitForShare(page, 'upper.obj', 25)
  await waitForShare(page, 'lower.obj', 25)
  // The photo is not dropped again below, because its upload is complete before the reload.
  await expect(page.getByRole('button', { name: 'Download shade.jpg' })).toBeVisible()
  await expect(lab.page.getByText('No cases received yet')).toBeVisible()

  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await markPage(page)
  await expect(page.getByRole('button', { name: 'Resume upper.obj' })).toBeVisible()
  await line.restore()
  const uploads = watchUploads(page)
  await dropFiles(page, page.getByRole('button', { name: 'Add files' }), files.slice(0, 2))
  await expectStatus(page, 'Sent')
  expect(uploads.size).toBe(2)
  for (const { acknowledged, began } of uploads.values()) {
    expect(acknowledged[0], 'what had arrived before the reload').toBeGreaterThan(0)
    expect(began[0], 'where it went on').toBe(acknowledged[0])
  }

  const number = await receiveCase(lab, patient, files)
  await finishCase(clinic, lab, number)
  await compareTimelines(clinic, lab)
  await checkMails(clinic, lab, number, patient)
})
