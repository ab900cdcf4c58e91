import { Group, Stack, Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Note } from './Note.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/** A paragraph of an outcome, in which long words such as addresses may break anywhere. */
export const OutcomeText = (props: TextProps & { children: ReactNode }) => (
  <Text style={{ overflowWrap: 'anywhere' }} {...props} />
)

/**
 * A page that shows an outcome and the next step. Screen readers announce the outcome. A failure interrupts other speech.
 * @param props.note message above the outcome
 */
export function Outcome(props: {
  title: string
  text?: ReactNode
  more?: ReactNode
  note?: string | undefined
  isFailure?: boolean
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <SessionFrame title={props.title}>
      {props.note && <Note tone="done">{props.note}</Note>}
      <Stack gap={16} role={props.isFailure ? 'alert' : 'status'}>
        {props.text && <OutcomeText>{props.text}</OutcomeText>}
        {props.more && <OutcomeText c="dimmed">{props.more}</OutcomeText>}
      </Stack>
      {props.actions && <Group gap="12px 20px">{props.actions}</Group>}
      {props.children}
    </SessionFrame>
  )
}
