import { openPath } from '../../frame/navigation.ts'
import { signIn } from '../../frame/session.ts'

/** Signs in after a registration with a proven address; if that fails, opens the sign-in page. */
export async function enter(email: string, password: string): Promise<void> {
  await signIn({ username: email, password, rememberMe: false }).then(
    () => openPath('/'),
    () => openPath('/login'),
  )
}
