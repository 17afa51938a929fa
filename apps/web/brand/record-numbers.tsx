interface RecordNumbersProps {
  readonly icpNo: string | null;
  readonly policeNo: string | null;
}

/** The numbers a public site is registered under; the first leads to the register, as it must. */
export function RecordNumbers({ icpNo, policeNo }: RecordNumbersProps) {
  return (
    <>
      {icpNo && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer" data-record>
          {icpNo}
        </a>
      )}
      {policeNo && <span data-record>{policeNo}</span>}
    </>
  );
}
