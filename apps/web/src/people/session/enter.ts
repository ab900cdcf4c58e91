import { openPath } from '../../frame/navigation.ts'
import { signIn } from '../../frame/session.ts'

/** Signs a newcomer in whose address is proven already; where that fails, the sign-in page says why. */
export async function enter(email: string, password: string): Promise<void> {
  await signIn({ username: email, password, rememberMe: false }).then(
    () => openPath('/'),
    () => openPath('/login'),
  )
}
