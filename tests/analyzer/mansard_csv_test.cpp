#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(MansardCsv, ReadsEveryColumn) {
    const Profile profile = import_text("p.csv",
                                        "step,name,flops_f64,flops_tensor.f16,bytes_L1,bytes_DRAM_read,bytes_"
                                        "DRAM_written,seconds,calls,threads,device,category\n"
                                        "7,axpy,2e9,0,2.4e10,1.6e10,8e9,1.5,10,4,some cpu,blas\n");
    EXPECT_EQ(profile.format, "mansard-csv");
    EXPECT_EQ(profile.records, 1u);
    const Point& point = profile.points.at(0);
    EXPECT_EQ(point.name, "axpy");
    EXPECT_EQ(point.step, "7");
    EXPECT_EQ(point.device, "some cpu");
    EXPECT_EQ(point.category, "blas");
    EXPECT_EQ(point.threads, 4);
    EXPECT_DOUBLE_EQ(point.calls, 10);
    EXPECT_DOUBLE_EQ(*point.seconds, 1.5);
    ASSERT_EQ(point.flops.size(), 2u);
    EXPECT_DOUBLE_EQ(point.flops[0].count, 2e9);
    EXPECT_EQ(point.flops[1].engine, Engine::matrix);
    EXPECT_EQ(point.flops[1].dtype, Dtype::f16);
    ASSERT_EQ(point.bytes.size(), 2u);
    EXPECT_DOUBLE_EQ(point.bytes[0].count, 2.4e10);
    EXPECT_FALSE(point.bytes[0].read);
    EXPECT_DOUBLE_EQ(point.bytes[1].count, 2.4e10);
    EXPECT_DOUBLE_EQ(*point.bytes[1].written, 8e9);
}

TEST(MansardCsv, AllButTheNameIsOptional) {
    const Profile profile = import_text("p.csv", "name\na\nb\n");
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_FALSE(profile.points[0].seconds);
    EXPECT_TRUE(profile.points[0].flops.empty());
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 1);
}

TEST(MansardCsv, AnEmptyFieldIsMissingAndNotZero) {
    const Profile profile = import_text("p.csv", "name,seconds,flops_f64,bytes_L1\na,,,\nb,0,0,0\n");
    EXPECT_FALSE(profile.points[0].seconds);
    EXPECT_TRUE(profile.points[0].flops.empty());
    EXPECT_TRUE(profile.points[0].bytes.empty());
    EXPECT_DOUBLE_EQ(*profile.points[1].seconds, 0);
    EXPECT_DOUBLE_EQ(profile.points[1].flops.at(0).count, 0);
    EXPECT_DOUBLE_EQ(profile.points[1].bytes.at(0).count, 0);
}

TEST(MansardCsv, NamesMayHoldAnything) {
    const Profile profile =
        import_text("p.csv",
                    "name,seconds\r\n\"a,b\",1\r\n\"say \"\"hi\"\"\",2\r\n\"two\nlines\",3\r\n"
                    "bad \xff byte,4\r\nsame,5\r\nsame,6\r\n");
    EXPECT_EQ(profile.rejected.size(), 0u);
    ASSERT_EQ(profile.points.size(), 6u);
    EXPECT_EQ(profile.points[0].name, "a,b");
    EXPECT_EQ(profile.points[1].name, "say \"hi\"");
    EXPECT_EQ(profile.points[2].name, "two\nlines");
    EXPECT_EQ(profile.points[3].name, "bad \\xff byte");
    EXPECT_DOUBLE_EQ(*profile.points[5].seconds, 6);
}

TEST(MansardCsv, BadNumbersRejectTheirRow) {
    const std::pair<const char*, const char*> cases[] = {{"-1", "is negative"},
                                                         {"nan", "is not a finite number"},
                                                         {"inf", "is not a finite number"},
                                                         {"-inf", "is not a finite number"},
                                                         {"fast", "is no number"},
                                                         {"1e999", "is beyond the range"},
                                                         {"1 2", "is no number"},
                                                         {"0x10", "is no number"},
                                                         {"1.5s", "is no number"}};
    for (const auto& [text, reason] : cases) {
        const Profile profile = import_text("p.csv", std::string("name,seconds,flops_f64\nbad,") + text +
                                                         ",1\nbad2,1," + text + "\ngood,1,1\n");
        EXPECT_EQ(profile.points.size(), 1u) << text;
        ASSERT_EQ(profile.rejected.size(), 2u) << text;
        EXPECT_EQ(profile.rejected[0].name, "bad");
        EXPECT_NE(profile.rejected[0].reason.find(reason), std::string::npos) << profile.rejected[0].reason;
        EXPECT_NE(profile.rejected[0].reason.find("seconds"), std::string::npos);
        EXPECT_NE(profile.rejected[1].reason.find("flops_f64"), std::string::npos);
        EXPECT_NE(profile.rejected[1].record.find("line 3"), std::string::npos);
    }
}

TEST(MansardCsv, OtherRowsThatAreNoPoints) {
    const Profile profile = import_text("p.csv",
                                        "name,seconds,calls,threads,bytes_L1,bytes_L1_read,bytes_L1_written\n"
                                        ",1,1,1,,,\n"
                                        "no calls,1,0,1,,,\n"
                                        "half a thread,1,1,0.5,,,\n"
                                        "sum,1,1,1,10,5,6\n"
                                        "short,1\n"
                                        "long,1,1,1,,,,x\n"
                                        "good,1,1,1,11,5,6\n"
                                        "\"cut,1,1,1,,,\n");
    EXPECT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.rejected.size(), 7u);
    EXPECT_NE(profile.rejected[6].reason.find("quoted"), std::string::npos);
}

TEST(MansardCsv, BytesInFlightAreAMetricOfTheirPoint) {
    const Profile profile = import_text("p.csv", "name,bytes_in_flight\na,4096\nb,\nc,0\n");
    ASSERT_EQ(profile.points.size(), 2u);
    ASSERT_NE(profile.points[0].details, nullptr);
    EXPECT_EQ(profile.points[0].details->metrics.at(0).name, bytes_in_flight_metric);
    EXPECT_DOUBLE_EQ(profile.points[0].details->metrics.at(0).value, 4096);
    EXPECT_EQ(profile.points[1].details, nullptr);
    EXPECT_EQ(profile.rejected.size(), 1u);
}

TEST(MansardCsv, OnePartOfALevelsBytesCompletesTheOther) {
    const Profile profile = import_text("p.csv", "name,bytes_L2,bytes_L2_read\na,10,4\nb,,4\n");
    EXPECT_DOUBLE_EQ(*profile.points[0].bytes[0].written, 6);
    EXPECT_FALSE(profile.points[1].bytes[0].written);
    EXPECT_DOUBLE_EQ(profile.points[1].bytes[0].count, 4);
    EXPECT_EQ(profile.points[1].notes.size(), 1u);
}

TEST(MansardCsv, UnknownColumnsAreLeftOutWithANote) {
    const Profile profile = import_text("p.csv", "name,seconds,colour,flops_f65\na,1,red,3\n");
    EXPECT_EQ(codes(profile.notes), "columns_ignored");
    EXPECT_NE(profile.notes[0].text.find("colour, flops_f65"), std::string::npos);
    EXPECT_TRUE(profile.points[0].flops.empty());
}

TEST(MansardCsv, ByteOrderMarkAndMissingLastLineEnd) {
    const Profile profile = import_text("p.csv", "\xef\xbb\xbfname,seconds\na,1\n\n\nb,2");
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].name, "a");
}

TEST(MansardCsv, FilesWithoutPointsAreRefused) {
    for (const char* text : {"", "\n\n", "name,seconds\n", "seconds,flops_f64\n1,2\n", "name;seconds\na;1\n",
                             "name,seconds,seconds\na,1,2\n"}) {
        const Scratch scratch;
        const auto path = scratch.write("p.csv", text);
        try {
            find_importer(path, "mansard-csv").import(path, {});
            ADD_FAILURE() << "no error for: " << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find("p.csv"), std::string::npos);
        }
    }
}

TEST(MansardCsv, AHundredThousandRowsKeepTheirValues) {
    std::string text = "name,seconds,bytes_DRAM\n";
    for (int i = 0; i < 100000; ++i)
        text += "\"k," + std::to_string(i) + "\"," + std::to_string(i) + ".5,1e3\n";
    const Profile profile = import_text("p.csv", text);
    ASSERT_EQ(profile.points.size(), 100000u);
    EXPECT_EQ(profile.points[99999].name, "k,99999");
    EXPECT_DOUBLE_EQ(*profile.points[77777].seconds, 77777.5);
}

}  // namespace
}  // namespace mansard::analyzer
