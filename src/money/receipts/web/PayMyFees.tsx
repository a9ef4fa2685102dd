import { ReceiptText } from 'lucide-react'
import { feesApi } from '#money/fees/fees.contract.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'
import { UpiPayment } from './upi.ts'

/** How a student pays what is owed, if the hall accepts UPI, and a link to the statement. */
export const PayMyFees = ({ studentId }: { studentId: string }) => {
  const words = useWords(receiptsEn)
  const account = useCall(feesApi.account, { params: { id: studentId } }).data
  const { upiId } = useHall()
  if (!account) return null
  const { student, owed } = account
  return (
    <>
      {student && owed > 0 && upiId !== '' && (
        <section className="mt-6">
          <h3 className="mb-2 font-semibold">{words.upi.title}</h3>
          <Embed screen={UpiPayment} instead={<div className="h-58 max-md:h-126" />} student={student} amount={owed} />
        </section>
      )}
      <ButtonLink to={`/statements/${studentId}`} icon={<ReceiptText />} className="mt-6 self-start max-md:w-full">
        {words.statement.title}
      </ButtonLink>
    </>
  )
}
