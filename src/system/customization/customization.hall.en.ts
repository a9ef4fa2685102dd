import { customizationLimits } from './customization.limits.ts'

/** The words of the section Hall. */
export const hallSettingsEn = {
  seats: {
    title: 'Seats',
    seats: 'Number of seats',
    hint: `From 1 to ${customizationLimits.seatsMax}. Seats that are taken must be freed before they can be removed.`,
  },
  fees: {
    title: 'Fees',
    monthlyFee: 'Monthly fee (₹)',
    slotFee: (name: string) => `${name} (₹)`,
    feesHint: 'Leave a shift blank to charge the monthly fee. A student can have their own fee. Existing fees do not change.',
    dayPassFee: 'Day pass (₹)',
    dayPassHint: 'What a visitor pays for a seat in one shift of one day. Leave it blank if you do not sell day passes.',
    monthBegins: 'A month begins',
    monthBeginsOn: { first: 'On the 1st', 'joining-day': 'On the day of the month the student joined' },
    partMonth: 'The month of joining costs',
    partMonthCosts: {
      full: 'The full fee',
      days: 'The fee for the days that are left',
      half: 'Half the fee if half of the month or less is left',
    },
    dueDay: 'Due on',
    joiningDay: 'The day of the month the student joined',
    dueDayHint: 'The day of each month. In shorter months it is the last day.',
    upiId: 'UPI id',
    upiHint: 'Students then see a QR code and a link to pay. Leave empty if you do not accept UPI.',
    reminder: 'Text of a reminder',
    reminderHint: (names: readonly string[]) => `Replaced by the student’s details: ${names.join(', ')}`,
  },
  boxPurposes: {
    title: 'Cash box',
    label: 'What cash is usually paid out for',
    hint: `One on each line, at most ${customizationLimits.boxPurposes}. They appear as buttons when cash paid out is entered.`,
    closeHour: 'Remind to close the day from',
    closeHourHint: 'From then until the day ends, the counter has a button for it.',
    never: 'Never',
    hour: (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`,
  },
  day: {
    title: 'Day',
    dayStartsAt: 'The day begins at',
    hint: 'Before this hour, payments, closings, fees, visits and reports count for the day before, and a student’s last day is not over. A new hour applies from now on. Past days do not change.',
    hour: (hour: number) => `${String(hour).padStart(2, '0')}:00${hour === 0 ? ' (midnight)' : ''}`,
  },
  visitors: {
    title: 'Visitors',
    freeSeats: 'Show free seats on the landing page',
    freeSeatsHint:
      'Everybody can then see how many seats are free today in the morning, in the afternoon and for the full day. No names are shown.',
  },
}
