import { smallJaws } from './cases.ts'
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

// Slow, because the test covers all steps of a case in two browser windows that render 3D.
test.slow()

test('a case goes from a clinic to a laboratory and back with only the keyboard', async ({ openPage }) => {
  const open = async () => {
    const page = await openPage()
    // Playwright cannot control the file dialog of the system, so files are set on the input element.
    await page.addInitScript(() => Object.defineProperty(window, 'showOpenFilePicker', { value: undefined }))
    // The listener must be added before the key press, or it may miss the dialog.
    page.on('filechooser', () => undefined)
    return page
  }
  const clinic = await joinPontic(await open(), keyboard, 'clinic')
  const lab = await joinPontic(await open(), keyboard, 'lab')
  await becomePartners(clinic, lab)
  await keyboard.press(mainMenu(lab.page, 'Case list'))
  const files = [...smallJaws(), await createPhoto(clinic.page)]
  await registerCase(clinic, lab, patient, files)
  const number = await receiveCase(lab, patient, files)
  await finishCase(clinic, lab, number)
  await compareTimelines(clinic, lab)
  await checkMails(clinic, lab, number, patient)
})
