# prints rows of a worksheet, saves them as XLSX
require "base64"
require "execjs"

# #region load
context = ExecJS.compile(File.read("xlsx.full.min.js", encoding: "utf-8") + <<~JS)
  // ExecJS moves JSON only: files travel as Base64
  ;function toRows(base64) {
    const wb = XLSX.read(base64, { type: "base64" });
    return XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  }
  function toXLSX(rows) {
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(rows), "Data");
    return XLSX.write(wb, { type: "base64", bookType: "xlsx" });
  }
JS
# #endregion

# #region read
input = Base64.strict_encode64(File.binread(ARGV[0]))
# highlight-next-line
rows = context.call("toRows", input)
rows.each { |row| puts "#{row["Index"]} #{row["Name"]}" }
# #endregion

# #region write
rows.push({ "Name" => "Łódź", "Index" => 1.5 })
# highlight-next-line
output = context.call("toXLSX", rows)
File.binwrite(ARGV[1], Base64.strict_decode64(output))
# #endregion
