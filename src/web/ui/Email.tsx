import { Fragment } from 'react'

/** An email address, which breaks before `@` and dots and after hyphens rather than within a word. */
export const Email = ({ address }: { address: string }) =>
  address.split(/(?=[@.])|(?<=[-_+])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
