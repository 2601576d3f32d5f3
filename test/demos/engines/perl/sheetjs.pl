# reads CSV text and rows of Perl, saves XLSX
use strict;
use warnings;
use JE;
use MIME::Base64;

# #region load
my $je = JE->new;

sub run {
  my $value = $je->eval($_[0]);
  die $@ if $@;
  return $value;
}

sub load {
  open my $file, "<:utf8", $_[0] or die "$_[0]: $!";
  local $/;
  run(<$file>);
}

run("var global = this;");
load("shim.min.js");
load("xlsx.mini.min.js");
# #endregion

# #region read
$je->{text} = "Name,Index\nBill Clinton,42\nBarack Obama,44\n";
# highlight-next-line
run('var wb = XLSX.read(text, { type: "string" }); var rows = XLSX.utils.sheet_to_json(wb.Sheets.Sheet1);');
print "$_->{Index} $_->{Name}\n" for @{ $je->{rows}->value };
# #endregion

# #region write
# a number of Perl becomes a text unless you say otherwise
$je->{aoa} = [["Part", "Stock"], ["Bolt", JE::Number->new($je, 12)]];
run('var stock = XLSX.utils.book_new(); XLSX.utils.book_append_sheet(stock, XLSX.utils.aoa_to_sheet(aoa), "Stock");');
# highlight-next-line
my $base64 = run('XLSX.write(stock, { type: "base64", bookType: "xlsx" })');
open my $out, ">:raw", "stock.xlsx" or die $!;
print $out decode_base64("$base64");
# #endregion
