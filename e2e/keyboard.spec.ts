import { lowerScan, upperScan } from './cases.ts'
import { createPhoto } from './drop.ts'
import { keyboard } from './hands.ts'
import { test } from './people.ts'
import {
  becomePartners,
  checkMails,
  compareTimelines,
  finishCase,
  joinPontic,
  mainMenu,
  receiveCase,
  registerCase,
} from './story.ts'

const patient = 'Leopold Vance'

// A whole story in one test, with two browsers that render 3D.
test.slow()

test('the same story plays by keyboard alone', async ({ openPage }) => {
  const open = async () => {
    const page = await openPage()
    // A dialog of the system has no page that keys could reach: files come by the plain field, as on other browsers.
    await page.addInitScript(() => Object.defineProperty(window, 'showOpenFilePicker', { value: undefined }))
    // A listener added at the key press may miss the dialog.
    page.on('filechooser', () => undefined)
    return page
  }
  const clinic = await joinPontic(await open(), keyboard, 'clinic')
  const lab = await joinPontic(await open(), keyboard, 'lab')
  await becomePartners(clinic, lab)
  await keyboard.press(mainMenu(lab.page, 'Case list'))
  const files = [upperScan(), lowerScan(), await createPhoto(clinic.page)]
  await registerCase(clinic, lab, patient, files)
  const number = await receiveCase(lab, patient, files)
  await finishCase(clinic, lab, number)
  await compareTimelines(clinic, lab)
  await checkMails(clinic, lab, number, patient)
})
