import { Skeleton } from '@mantine/core'
import { listMissingOfCase, listPrescriptions, type OrderDetail } from '@pontic/contract'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { IconPencil } from '../../../ui/icons.ts'
import { Section } from '../../../ui/Page.tsx'
import type { PressAction } from '../actions/OrderActions.tsx'
import { canEdit } from '../actions/order-actions.ts'
import { SmallButton } from '../buttons.tsx'

const PrescriptionView = lazy(() =>
  import('../../prescriptions/PrescriptionView.tsx').then((file) => ({ default: file.PrescriptionView })),
)
const MissingList = lazy(() =>
  import('../../prescriptions/MissingList.tsx').then((file) => ({ default: file.MissingList })),
)

/** The prescription of a case. Users who may edit it also get a button and the list of missing values. */
export function OrderPrescription({ detail, onPress }: { detail: OrderDetail; onPress: PressAction }) {
  const t = useTexts('prescription')
  const texts = useTexts()
  const session = useSession()
  const { order, prescription } = detail
  const prescriptions = listPrescriptions(detail)
  const mayWrite = session !== undefined && canEdit(order, session)
  const missing = mayWrite ? listMissingOfCase(order.type, detail) : []
  return (
    <Section
      title={t('title')}
      actions={
        mayWrite && (
          <SmallButton
            icon={IconPencil}
            variant={prescription ? 'subtle' : 'default'}
            onClick={() => onPress(order, 'prescribe')}
          >
            {texts(prescription ? 'order.action.prescribe' : 'prescription.fill')}
          </SmallButton>
        )
      }
    >
      {prescriptions.length === 0 && <p className="quiet">{t('blank')}</p>}
      <Suspense fallback={<Skeleton height={160} />}>
        {prescriptions.length > 0 && (
          <PrescriptionView prescription={prescription} morePrescriptions={detail.morePrescriptions} />
        )}
        {missing.length > 0 && <MissingList missing={missing} hasTypes={prescriptions.length > 1} />}
      </Suspense>
    </Section>
  )
}
