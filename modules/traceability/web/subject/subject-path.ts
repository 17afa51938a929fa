export const subjectPath = (id: number): string => `/traceability/subjectRegistration/subjectDetail?id=${id}`;
