import { useBranding } from '#web/shell/Branding.tsx'
import { usePublicAddress } from '#web/shell/usePublicAddress.ts'
import { useWords } from '#web/words.ts'
import { signInName } from '../signInName.policy.ts'
import { userFormsEn } from '../users.forms.en.ts'

type Slip = {
  name: string
  seatNumber: number | null
  seatLabel?: string | undefined
  email: string | null
  phone: string | null
  password: string
}

/** The sign-in details of a new account, for one person to take home. */
export const PasswordSlip = ({ slip: { name, seatNumber, seatLabel, password, ...names } }: { slip: Slip }) => {
  const words = useWords(userFormsEn).slip
  const { systemName } = useBranding()
  const address = usePublicAddress()
  const lines = [...(address === undefined ? [] : [[words.address, address]]), [words.email, signInName(names)], [words.password, password]]
  return (
    <div className="flex break-inside-avoid flex-col gap-2 rounded-lg border border-line border-dashed p-4">
      <p className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
        <span className="wrap-anywhere">{systemName}</span>
        {seatNumber !== null && <span className="whitespace-nowrap">{words.seat(seatLabel ?? seatNumber)}</span>}
      </p>
      <p className="font-semibold text-lg wrap-anywhere">{name}</p>
      <dl className="flex flex-col gap-1">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-3">
            <dt className="w-24 shrink-0 text-muted text-sm">{label}</dt>
            <dd className="min-w-0 flex-1 basis-[9rem] font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
