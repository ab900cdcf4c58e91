import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { SentFile } from './cases.ts'
import type { Hand } from './hands.ts'
import { listMails, waitForLink, waitForMail } from './mail.ts'
import { password, unique } from './people.ts'
import { runSql } from './portal.ts'
import { waitForScans } from './viewer.ts'
import { hashOf, readZip } from './zip.ts'

/** A person who registered during the test, with their page and their input device. */
export type Player = { page: Page; hand: Hand; organization: string; email: string }

/** Registers an organization in the browser, opens the mailed link, and signs in. */
export async function joinPontic(page: Page, hand: Hand, kind: 'clinic' | 'lab'): Promise<Player> {
  const id = unique()
  const organization = kind === 'clinic' ? `Lindenhof Dental ${id}` : `Keystone Ceramics ${id}`
  const email = `${kind}-${id}@story.example`
  await page.goto('/')
  await hand.press(page.getByRole('link', { name: 'Register your clinic or laboratory' }))
  await expect(page.getByRole('heading', { name: 'Register on Pontic' })).toBeVisible()
  if (kind === 'lab') await hand.choose(page.getByRole('radio', { name: /^Laboratory/ }))
  const place = kind === 'clinic' ? 'clinic' : 'laboratory'
  await hand.write(page.getByRole('textbox', { name: `Name of the ${place}` }), organization)
  await hand.write(page.getByRole('textbox', { name: /^Address/ }), '12 Mill Lane, Bristol')
  await hand.write(
    page.getByRole('textbox', { name: 'Your name' }),
    kind === 'clinic' ? 'Ada Reyes' : 'Bo Hart',
  )
  await hand.write(page.getByRole('textbox', { name: 'Email' }), email)
  await hand.write(page.getByRole('textbox', { name: 'Password', exact: true }), password)
  await hand.write(page.getByRole('textbox', { name: 'Confirm password' }), password)
  await hand.press(page.getByRole('button', { name: `Register the ${place}` }))
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await page.goto(await waitForLink(email, 'Verify your email address', '/verifyEmail'))
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await hand.press(page.getByRole('link', { name: 'Sign in', exact: true }))
  await hand.write(page.getByRole('textbox', { name: 'Email' }), email)
  await hand.write(page.getByRole('textbox', { name: 'Password' }), password)
  await hand.press(page.getByRole('button', { name: 'Sign in' }))
  await expect(page).toHaveURL(kind === 'clinic' ? '/dashboard' : '/order/list')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  return { page, hand, organization, email }
}

/** The clinic finds the laboratory and applies, and the laboratory approves. Asserts that both see this without a reload. */
export async function becomePartners(clinic: Player, lab: Player): Promise<void> {
  await lab.hand.press(mainMenu(lab.page, 'Partners'))
  await expect(lab.page.getByRole('heading', { name: 'Partners', level: 1 })).toBeVisible()
  await clinic.hand.press(mainMenu(clinic.page, 'Partners'))
  await clinic.hand.openTab(clinic.page.getByRole('tab', { name: 'Search for partners' }))
  await clinic.hand.write(clinic.page.getByRole('searchbox'), lab.organization)
  await clinic.hand.press(clinic.page.getByRole('button', { name: `Apply: ${lab.organization}` }))
  const dialog = clinic.page.getByRole('dialog', { name: `Apply to ${lab.organization}` })
  await clinic.hand.write(
    dialog.getByRole('textbox', { name: /^Message/ }),
    'We would like to send you our bridges.',
  )
  await clinic.hand.press(dialog.getByRole('button', { name: `Apply to ${lab.organization}` }))
  await expect(clinic.page.getByRole('button', { name: `Cancel request: ${lab.organization}` })).toBeVisible()

  await lab.hand.openTab(lab.page.getByRole('tab', { name: /^My partner applications/ }))
  await expect(lab.page.getByText('We would like to send you our bridges.')).toBeVisible()
  await lab.hand.press(lab.page.getByRole('button', { name: `Approve: ${clinic.organization}` }))
  await expect(
    clinic.page.getByRole('button', { name: `End partnership: ${lab.organization}` }),
  ).toBeVisible()
  await expectSamePage(clinic, lab)
}

/** Fills in a new case with files and sends it. */
export async function registerCase(
  { page, hand }: Player,
  lab: Player,
  patient: string,
  files: readonly SentFile[],
): Promise<void> {
  await hand.press(mainMenu(page, 'Case list'))
  await hand.press(page.getByRole('main').getByRole('button', { name: 'New case' }).first())
  const dialog = page.getByRole('dialog', { name: 'New case' })
  await hand.choose(dialog.getByRole('radio', { name: 'Implant' }))
  await hand.write(dialog.getByRole('textbox', { name: 'Patient' }), patient)
  await hand.write(dialog.getByRole('textbox', { name: 'Doctor' }), 'Dr. Ada Reyes')
  await hand.setDay(dialog.getByLabel('Delivery day'), '2031-04-09')
  await hand.write(
    dialog.getByRole('textbox', { name: 'Other requirements' }),
    'Crown 36, screw-retained, A2.',
  )
  await hand.give(dialog.getByRole('button', { name: 'Choose files' }), files)
  await expect(dialog.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(
    files.length,
  )
  for (const { name } of files.filter((file) => /^(upper|lower)\./.test(file.name)))
    await expect(dialog.getByRole('combobox', { name: `Role of ${name}` })).toHaveValue(name.slice(0, 5))
  await hand.pick(dialog.getByRole('combobox', { name: 'Laboratory' }), lab.organization)
  await hand.press(dialog.getByRole('button', { name: 'Next: prescription' }))
  await hand.chooseTooth(dialog.getByRole('listbox', { name: 'Teeth of the prescription' }), '36')
  const choices = {
    Work: 'Crown',
    Material: 'Zirconia',
    Shade: 'A2',
    Manufacturer: 'Straumann',
    Line: 'BLX',
    Platform: 'RB',
    Retention: 'Screw-retained',
  }
  for (const [field, option] of Object.entries(choices))
    await hand.select(dialog.getByRole('combobox', { name: field, exact: true }), option)
  await hand.press(dialog.getByRole('button', { name: `Send to ${lab.organization}` }))
  await expect(page).toHaveURL(/\/order\/detail\//)
}

/**
 * The laboratory opens the case from its list, views the scans and downloads all files. Asserts that each downloaded file has
 * the bytes of the uploaded one.
 * @returns the case number
 */
export async function receiveCase(lab: Player, patient: string, files: readonly SentFile[]): Promise<string> {
  const { page, hand } = lab
  const row = page.getByRole('row').filter({ hasText: patient })
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  const link = row.getByRole('link')
  const number = (await link.textContent()) ?? ''
  await hand.press(link)
  await waitForScans(page, 2)
  const downloading = page.waitForEvent('download', { timeout: 120_000 })
  await hand.press(page.getByRole('button', { name: 'Download all' }))
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${number}.zip`)
  const zip = await readZip(await readFile(await download.path()))
  const hashes = Object.fromEntries([...zip].map(([name, bytes]) => [name, hashOf(bytes)]))
  expect(hashes).toEqual({
    'manifest.json': expect.any(String),
    ...Object.fromEntries(files.map(({ name, bytes }) => [name, hashOf(bytes)])),
  })
  return number
}

/** The laboratory accepts and ships the case, and the clinic confirms receipt. Asserts that both see this without a reload. */
export async function finishCase(clinic: Player, lab: Player, number: string): Promise<void> {
  await lab.hand.press(lab.page.getByRole('button', { name: 'Accept' }))
  const accept = lab.page.getByRole('dialog', { name: `Accept ${number}` })
  await lab.hand.setDay(accept.getByLabel('Delivery day'), '2031-04-11')
  await lab.hand.press(accept.getByRole('button', { name: /^Accept for/ }))
  await expectStatus(clinic.page, 'In production')
  await passPause(
    number,
    [lab, `New case ${number} from ${clinic.organization}`],
    [clinic, `Case ${number} is in production`],
  )

  await lab.hand.press(lab.page.getByRole('button', { name: 'Ship', exact: true }))
  const ship = lab.page.getByRole('dialog', { name: `Ship ${number}` })
  await lab.hand.write(ship.getByRole('textbox', { name: 'Express number' }), '1Z 999A A101 2345 6784')
  const carrier = ship.getByRole('combobox', { name: 'Carrier' })
  // The form of the number names the carrier.
  await expect(carrier).toHaveValue('UPS')
  await lab.hand.write(carrier, 'UPS')
  await lab.hand.press(ship.getByRole('button', { name: 'Mark as shipped' }))
  await expectStatus(clinic.page, 'Shipped')
  await expect(clinic.page.getByRole('main').getByText('1Z999AA10123456784').first()).toBeVisible()

  await clinic.hand.press(clinic.page.getByRole('button', { name: 'Confirm receipt' }))
  const complete = clinic.page.getByRole('dialog', { name: 'Has this case arrived?' })
  await clinic.hand.press(complete.getByRole('button', { name: 'Confirm receipt' }))
  await expectStatus(clinic.page, 'Completed')
  await expectStatus(lab.page, 'Completed')
  await expectSamePage(clinic, lab)
}

/** Lets ten minutes pass in which a reader gets one mail about a case. Waits for the mails that were sent before. */
async function passPause(number: string, ...mails: [Player, string][]): Promise<void> {
  for (const [{ email }, subject] of mails) await waitForMail(email, subject)
  await runSql('delete from case_mail where order_id = (select id from orders where number = $1)', [number])
}

/** Asserts that both parties see the same timeline, from registration to receipt. */
export async function compareTimelines(clinic: Player, lab: Player): Promise<void> {
  const entries = ({ page }: Player) => page.getByRole('list', { name: 'History' }).getByRole('listitem')
  const titles = ({ page }: Player) => page.getByRole('list', { name: 'History' }).locator('.timeline-title')
  await expect(titles(clinic).first()).toHaveText('Receipt confirmed')
  const steps = await titles(clinic).allTextContents()
  // This entry is missing if the upload finishes before the send, as it may on a fast connection.
  expect(
    steps.filter((step) => step !== 'Will be sent when the upload is complete and the scans are checked'),
  ).toEqual([
    'Receipt confirmed',
    'Shipped by the laboratory',
    'Accepted by the laboratory',
    'Sent to the laboratory',
    'Upload completed',
    'Case registered',
  ])
  await expect(titles(lab)).toHaveText(steps)
  expect(await entries(lab).allInnerTexts()).toEqual(await entries(clinic).allInnerTexts())
}

/** Asserts that each step sent a mail with a link, and that no mail names the patient. */
export async function checkMails(
  clinic: Player,
  lab: Player,
  number: string,
  patient: string,
): Promise<void> {
  const expected: [Player, string][] = [
    [clinic, 'Verify your email address'],
    [lab, 'Verify your email address'],
    [lab, `Partnership application from ${clinic.organization}`],
    [clinic, `Partnership with ${lab.organization} approved`],
    [lab, `New case ${number} from ${clinic.organization}`],
    [clinic, `Case ${number} is in production`],
    [clinic, `Case ${number} was shipped`],
    [lab, `Case ${number} was received`],
  ]
  for (const [{ email }, subject] of expected)
    expect((await waitForMail(email, subject)).links).not.toEqual([])
  const words = patient.split(' ')
  for (const mail of await listMails()) {
    const all = JSON.stringify(mail)
    expect(
      words.filter((word) => all.includes(word)),
      mail.subject,
    ).toEqual([])
  }
}

/** Finds a link of the main menu by its text. */
export const mainMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })

/** Asserts the status of the open case. */
export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(page.getByTestId('case-status').locator('.status-badge')).toHaveText(status)
}

/** Marks the document, to detect a reload. */
export const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { isSamePage: true }))

async function expectSamePage(...players: Player[]): Promise<void> {
  for (const { page } of players)
    expect(await page.evaluate(() => 'isSamePage' in window), 'the page was not reloaded').toBe(true)
}
