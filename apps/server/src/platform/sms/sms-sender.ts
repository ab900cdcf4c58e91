/** One SMS. */
export type Sms = { to: string; text: string }

/** Interface of the implementations that send SMS. */
export type SmsSender = { send: (sms: Sms) => Promise<void> }
