/** One SMS. */
export type Sms = { to: string; text: string }

/** Port for sending SMS. */
export type SmsSender = { send: (sms: Sms) => Promise<void> }
