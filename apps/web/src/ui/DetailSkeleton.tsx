import '@mantine/core/styles/SimpleGrid.layer.css'
import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import css from './DetailSkeleton.module.css'

/** Two columns of a page about an organization or a person; one on phones. */
export const DetailColumns = (props: ComponentProps<typeof SimpleGrid>) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32} verticalSpacing={24} {...props} />
)

const rows = ['62%', '48%', '70%', '40%', '56%']

/** What a page about an organization or a person shows while it loads. */
export function DetailSkeleton() {
  return (
    <DetailColumns aria-busy="true">
      {['left', 'right'].map((side) => (
        <Stack key={side} gap={18} className={css.waiting}>
          <Skeleton height={16} width={120} />
          {rows.map((width) => (
            <Skeleton key={width} height={12} width={width} />
          ))}
        </Stack>
      ))}
    </DetailColumns>
  )
}
