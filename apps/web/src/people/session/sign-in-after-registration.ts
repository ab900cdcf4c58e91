import { openPath } from '../../frame/address.ts'
import { signIn } from '../../frame/session.ts'

/** Signs in after a registration with a verified address, and opens `/`. If the sign-in fails, the sign-in page opens. */
export async function signInAfterRegistration(email: string, password: string): Promise<void> {
  await signIn({ username: email, password, rememberMe: false }).then(
    () => openPath('/'),
    () => openPath('/login'),
  )
}
