type DigitsProps = { label: string; digits: string; columns: 3 | 4 }

const looks = { 3: 'grid-cols-[repeat(3,max-content)] text-xl', 4: 'grid-cols-[repeat(4,max-content)] text-lg max-md:text-base' }

/** Digits in groups of five, for reading aloud and comparing. */
export const Digits = ({ label, digits, columns }: DigitsProps) => (
  <p className="my-3">
    <span className="sr-only">{label}: </span>
    <span className={`grid justify-center gap-x-4 gap-y-2 font-semibold tabular-nums max-md:gap-x-3 ${looks[columns]}`}>
      {(digits.match(/\d{5}/g) ?? []).map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place, and two may be equal.
        <span key={at}>{group} </span>
      ))}
    </span>
  </p>
)
