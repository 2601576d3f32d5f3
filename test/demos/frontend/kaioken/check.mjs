export default async function check({ checkComponents }) {
  await checkComponents("dist");
}
