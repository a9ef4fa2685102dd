import { useState } from 'react'
import type { Fee } from '../fees.shapes.contract.ts'
import { ChargeDialog } from './ChargeDialog.tsx'
import { FeeDetails, type FeeStep } from './FeeDetails.tsx'
import { useFeeAccount, useFeesOf } from './fees.queries.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { TakePaymentDialog } from './TakePaymentDialog.tsx'
import { VoidDialog, VoidRefundDialog } from './VoidDialog.tsx'

export type FeeDialogProps = { fee: Fee; onClose: () => void }

/** One fee with its history and actions. */
export const FeeDialog = ({ fee: opened, onClose }: FeeDialogProps) => {
  const studentId = opened.student?._id
  // The list may no longer contain the fee, for example after it was paid in a list of unpaid fees.
  const fee = useFeesOf(studentId).data?.items.find(({ _id }) => _id === opened._id) ?? opened
  const account = useFeeAccount(studentId).data
  const [step, setStep] = useState<FeeStep>()
  const back = () => setStep(undefined)
  if (step === 'pay') return <TakePaymentDialog fee={fee} onClose={back} />
  if (step === 'refund') return <RefundDialog fee={fee} credit={account?.credit ?? 0} onClose={back} />
  if (step === 'charge') return <ChargeDialog studentId={studentId} onClose={back} />
  if (step && 'voiding' in step) return <VoidDialog payment={step.voiding} onClose={back} />
  if (step) return <VoidRefundDialog refund={step.voidingRefund} onClose={back} />
  return <FeeDetails fee={fee} account={account} onStep={setStep} onClose={onClose} />
}
