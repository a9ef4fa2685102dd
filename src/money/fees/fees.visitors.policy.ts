/** The reasons for the void of a day pass after which the visitor gets no money: none was paid, or another receipt has it. */
export const reasonsWithoutMoney: readonly string[] = ['Entered twice', 'Money not received']

/** Returns whether the void of a day pass with this reason means that the visitor gets their money back. */
export const isMoneyReturned = (reason: string): boolean => !reasonsWithoutMoney.includes(reason)

type Issued = { receiptNumber: string; voidReason: string | null }

/**
 * Returns the number of a visitor's refund voucher: that of the receipt with `V/` before it. A receipt is voided once, so no number is
 * given twice. Null if the receipt is not void, or the visitor got no money back.
 */
export const visitorVoucherNumber = ({ receiptNumber, voidReason }: Issued): string | null =>
  voidReason !== null && isMoneyReturned(voidReason) ? `V/${receiptNumber}` : null
