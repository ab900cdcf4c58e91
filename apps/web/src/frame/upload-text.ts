import type { Upload } from '@pontic/client'
import { useFailureText } from './failures.ts'
import { useFormats, useTexts } from './i18n.tsx'

/** Returns a function that describes an upload: its progress, speed and remaining time, or the reason of its failure. */
export function useUploadText(): (upload: Upload) => string {
  const t = useTexts('files.upload')
  const { percent, size } = useFormats()
  const failureOf = useFailureText()
  const restOf = (seconds: number) =>
    seconds < 90
      ? t('seconds', { count: roundUp(seconds, 5) })
      : t('minutes', { count: Math.ceil(seconds / 60) })
  return (upload) => {
    const { status, remainingSeconds, bytesPerSecond, error } = upload
    const share = percent(upload.sentBytes / Math.max(upload.sizeBytes, 1))
    if (status === 'uploading') {
      if (remainingSeconds === null) return share
      return t('running', { share, speed: size(bytesPerSecond), rest: restOf(remainingSeconds) })
    }
    if (status === 'failed') return error ? failureOf(error).message : t('failed')
    if (status === 'paused' || status === 'retrying') return t(status, { share })
    return t(status)
  }
}

// Remaining seconds are rounded, because a number that changes each second is hard to read.
const roundUp = (value: number, step: number) => Math.max(step, Math.ceil(value / step) * step)
