import { may } from '#contract/endpoint.ts'
import { rulePolicy } from '#system/customization/customization.policy.ts'
import { useHallRules } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import type { Column } from '#web/ui/Table.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { type DayPass, passesApi } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'
import { useRemoveVisitor } from './passes.queries.ts'

const Visitor = ({ pass: { name, phone } }: { pass: DayPass }) => {
  const words = useWords(passesEn).list
  return (
    <span className="min-w-0">
      <span dir="auto" className="block font-medium wrap-anywhere">
        {name}
      </span>
      <span className="block text-muted text-sm tabular-nums">{phone === null ? words.deleted : words.phone(phone)}</span>
    </span>
  )
}

const paperStyle = 'inline-flex min-h-8 items-center tabular-nums max-md:min-h-11'

/** The receipt, and the refund voucher of a voided pass. */
const Papers = ({ pass: { paymentId, receiptNumber, voided, voucherNumber } }: { pass: DayPass }) => {
  const words = useWords(passesEn).list
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <TextLink to={`/receipts/${paymentId}`} className={paperStyle}>
        {receiptNumber}
      </TextLink>
      {voided && <Badge tone="error">{words.void}</Badge>}
      {voucherNumber !== null && (
        <TextLink to={`/vouchers/${paymentId}`} className={paperStyle}>
          {words.voucher(voucherNumber)}
        </TextLink>
      )}
    </span>
  )
}

const Amount = ({ pass: { amount, price, reason, voided } }: { pass: DayPass }) => {
  const words = useWords(passesEn).list
  return (
    <span>
      <span className={`tabular-nums ${voided ? 'line-through' : ''}`}>{formatRupees(amount)}</span>
      {amount < price && <span className="block text-muted text-sm wrap-anywhere">{words.lowered(price, reason)}</span>}
    </span>
  )
}

const Actions = ({ pass, onVoid }: { pass: DayPass; onVoid: (pass: DayPass) => void }) => {
  const words = useWords(passesEn).list
  const me = useSession()?.user
  const rules = useHallRules()
  const remove = useRemoveVisitor()
  const mayVoid = me !== undefined && rulePolicy.whyNot(me, rules, 'managersVoid') === undefined
  const erase = async () => {
    const texts = { title: words.eraseOf(pass.name), text: words.eraseText, confirm: words.erase, cancel: words.cancel }
    if (await confirm({ ...texts, isDanger: true })) remove.mutate({ params: { id: pass.visitorId } })
  }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {!pass.voided && mayVoid && <Button onPress={() => onVoid(pass)}>{words.voidAction}</Button>}
      {pass.phone !== null && may(passesApi.removeVisitor, me) && (
        <Button variant="quiet" onPress={() => void erase()}>
          {words.erase}
        </Button>
      )}
    </span>
  )
}

/** The columns of a list of day passes. */
export const usePassColumns = (onVoid: (pass: DayPass) => void): Column<DayPass>[] => {
  const words = useWords(passesEn).list
  return [
    { key: 'name', title: words.columns.name, isMain: true, cell: (pass) => <Visitor pass={pass} /> },
    {
      key: 'seat',
      title: words.columns.seat,
      isInline: true,
      cell: ({ seatNumber, seatLabel, shiftName, ...times }) => (
        <span>
          {words.seat(seatLabel ?? seatNumber)}
          <span className="block text-muted text-sm">{words.when(shiftName, times)}</span>
        </span>
      ),
    },
    {
      key: 'receipt',
      title: words.columns.receipt,
      isInline: true,
      cell: (pass) => <Papers pass={pass} />,
    },
    { key: 'amount', title: words.columns.amount, numeric: true, isInline: 'last', cell: (pass) => <Amount pass={pass} /> },
    { key: 'more', title: words.columns.more, isActions: true, cell: (pass) => <Actions pass={pass} onVoid={onVoid} /> },
  ]
}
