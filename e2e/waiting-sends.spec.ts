import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, type SentFile, smallScan, uploadFile } from './cases.ts'
import { dropFiles } from './drop.ts'
import { inspect } from './inspect.ts'
import { slowUploads } from './network.ts'
import { test, unique } from './people.ts'
import { runSql } from './portal.ts'

const hint = 'Will be sent to the laboratory when the upload is complete and the scans are checked.'

/** Creates a scan with a unique header, because the server caches results by content and other tests upload this scan. */
function ownScan(): SentFile {
  const { bytes, ...rest } = smallScan()
  const own = Buffer.from(bytes)
  own.write(unique())
  return { ...rest, bytes: own }
}

/** Sends the case of the page and asserts the reason why the send is deferred. */
async function send(page: Page, because: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Send( after upload)?$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Send / })
  await expect(dialog).toContainText(because)
  await inspect({ page, language: 'en_US', name: `send, ${because.slice(0, 30)}` })
  await dialog.getByRole('button', { name: /^Send to / }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(hint)).toBeVisible()
}

/** Cancels the deferred send of the page. */
async function recallSend(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancel sending', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel sending?' })
  await expect(dialog).toContainText(`Case ${number} is not sent.`)
  await inspect({ page, language: 'en_US', name: 'a send taken back' })
  await dialog.getByRole('button', { name: 'Cancel sending' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(hint)).toHaveCount(0)
}

test('a clinic cancels a send that is deferred until the upload is complete, and one that waits for the processing of a scan', async ({
  register,
}) => {
  const [alice, bob] = await Promise.all([register('clinic', 'alice'), register('lab', 'bob')])
  await becomePartners(alice, bob)
  const { id, number } = await createCase(alice, 'Wanda Wait')
  const uploading = await alice.open()
  await uploading.goto(`/order/detail/${id}`)
  // The upload takes longer than the test. Without new bytes, it would count as stopped after a minute.
  await slowUploads(uploading, 20_000)
  await dropFiles(uploading, uploading.getByRole('button', { name: 'Add files' }), [
    { name: 'lower.dat', bytes: randomBytes(8_000_000), type: '' },
  ])
  await send(uploading, 'Files are still uploading.')
  await recallSend(uploading, number)

  const { id: second, number: secondNumber } = await createCase(alice, 'Rita Read')
  await uploadFile(alice, second, ownScan())
  const stateOf = async () =>
    (await alice.client.call('orders.get', { params: { id: second } })).files[0]?.mesh?.state
  await expect.poll(stateOf).toBe('ready')
  // Simulates the seconds after the upload of a large scan, while the server processes it.
  await runSql(
    `update mesh set state = 'waiting', created_at = now()
     where key in (select mesh_key from order_file where order_id = $1)`,
    [second],
  )
  const page = await alice.open()
  await page.goto(`/order/detail/${second}`)
  await send(page, 'The scans are being checked')
  await recallSend(page, secondNumber)
  const { order } = await alice.client.call('orders.get', { params: { id: second } })
  expect(order).toMatchObject({ status: 'uploaded', isSendWaiting: false })
})
