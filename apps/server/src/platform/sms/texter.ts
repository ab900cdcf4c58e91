/** One SMS. */
export type Sms = { to: string; text: string }

/** Port for sending SMS. */
export type Texter = { send: (sms: Sms) => Promise<void> }
