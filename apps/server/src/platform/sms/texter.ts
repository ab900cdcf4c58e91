/** One SMS. */
export type Sms = { to: string; text: string }

/** Where SMS go. */
export type Texter = { send: (sms: Sms) => Promise<void> }
